import { decodeBase64Url } from "#lib/crypto/bytes.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { reserve } from "./sealed-at-till.ts";
import { sealAsJwe } from "./server-seal.ts";
import { expectEqual, type SuiteCase } from "./suite-case.ts";

/** The two sealers, which share no line of encryption, make one and the same envelope. */
export const serverTillCases: SuiteCase[] = [vectors.keyPair, p256.keyPair].map((pair) => ({
  name: `till and server: envelopes of one form, ${pair === p256.keyPair ? "P-256" : "RSA"}`,
  run: async () => {
    const { keyId, publicKey } = pair;
    const paymentId = 'pay_"quoted" ü';
    const { sealedReceipt } = await sealReceipt(reserve(paymentId, [pair]), { a: 1 });
    const privateKey = await importPrivateKey(pair.privateKey);
    const receipt = await openReceipt({ sealed: sealedReceipt, paymentId, privateKey });
    const key = importStoredPublicKey(publicKey);
    const onServer = sealAsJwe({ receipt, paymentId, recipient: { keyId, key } });

    expectEqual(formOf(sealedReceipt), formOf(onServer), "form");
    const opened = await openReceipt({ sealed: onServer, paymentId, privateKey });
    expectEqual(opened, receipt, "receipt");
  },
}));

/** What does not depend on chance, and the lengths of the rest. The length of the ciphertext is the padding's. */
function formOf({ header, encrypted_key, iv, ciphertext: _, tag, ...same }: SealedReceipt) {
  const { alg, kid } = header;
  const lengths = [encrypted_key, iv, tag].map((text) => decodeBase64Url(text).length);
  return { ...same, alg, kid, header: Object.keys(header), lengths };
}
