import { parseApiKey } from "#lib/crypto/api-key-format.ts";
import { receiptAad } from "#lib/crypto/envelope.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt, rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { expectEqual, expectRefusal, type SuiteCase } from "./suite-case.ts";

const { keyPair, otherKeyPair, escrow } = vectors;

/** Values from other implementations (vectors/make-vectors.py). */
export const vectorCases: SuiteCase[] = [
  {
    name: "vectors: a public key has the thumbprint and the canonical PEM",
    run: async () => {
      for (const { keyId, publicKey } of [keyPair, otherKeyPair]) {
        const { thumbprint, pem } = await importPublicKey(publicKey);
        expectEqual(formatKeyId(thumbprint), keyId, "key id");
        expectEqual(pem, publicKey, "PEM");
      }
    },
  },
  {
    name: "vectors: envelopes of another JOSE implementation open",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      for (const { paymentId, receipt, sealed } of vectors.sealedReceipts) {
        expectEqual(sealed.aad, receiptAad(paymentId), "aad");
        expectEqual(await openReceipt({ sealed, paymentId, privateKey }), receipt, paymentId);
      }
    },
  },
  {
    name: "vectors: an envelope around a JSON array is no receipt",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const { paymentId, sealed } = vectors.notAnObject;
      const open = () => openReceipt({ sealed, paymentId, privateKey });
      await expectRefusal(open, ["malformed_envelope"], "array");
    },
  },
  {
    name: "vectors: an escrowed envelope, wrapped again, opens for its new owner only",
    run: async () => {
      const { paymentId, receipt } = escrow;
      const from = await importPrivateKey(readCurrentEscrowKey());
      const { key } = await importPublicKey(keyPair.publicKey);
      const to = { keyId: keyPair.keyId, key };
      const sealed = await rewrapReceipt({ sealed: escrow.sealed, from, to });
      const owner = await importPrivateKey(keyPair.privateKey);
      expectEqual(await openReceipt({ sealed, paymentId, privateKey: owner }), receipt, "receipt");
      const openByEscrow = () => openReceipt({ sealed, paymentId, privateKey: from });
      await expectRefusal(openByEscrow, ["wrong_key"], "escrow key after the handover");
    },
  },
  {
    name: "vectors: API keys",
    run: () => {
      for (const { environment, key } of vectors.apiKeys) {
        expectEqual(parseApiKey(key), { environment }, "environment");
      }
    },
  },
];

function readCurrentEscrowKey(): string {
  const [, base64 = ""] = /^3:([^,]+)/.exec(escrow.versions) ?? [];
  return base64;
}
