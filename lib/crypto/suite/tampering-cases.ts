import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { CryptoErrorReason } from "#lib/crypto/crypto-error.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/rsa-keys.ts";
import { openReceipt, rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { flipEachBit } from "./flip-each-bit.ts";
import { expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

const { keyPair } = vectors;
const sample = pickSample();

const reasonsByPart: Record<Exclude<keyof SealedReceipt, "header">, CryptoErrorReason[]> = {
  protected: ["malformed_envelope", "unsupported_algorithm", "wrong_key"],
  encrypted_key: ["wrong_key"],
  iv: ["wrong_key"],
  ciphertext: ["wrong_key"],
  tag: ["wrong_key"],
  aad: ["wrong_payment"],
};

/** Every bit of every decoded part counts: base64url text has spare bits, decoded bytes have none. */
export const tamperingCases: SuiteCase[] = [
  ...(["protected", "encrypted_key", "iv", "ciphertext", "tag", "aad"] as const).map((part) => ({
    name: `tampering: no bit of ${part} can be flipped`,
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const bytes = decodeBase64Url(sample.sealed[part]);
      expectTrue(bytes.length > 0, "there are bits to flip");
      for (const [at, flipped] of flipEachBit(bytes).entries()) {
        const sealed = { ...sample.sealed, [part]: encodeBase64Url(flipped) };
        const open = () => openReceipt({ sealed, paymentId: sample.paymentId, privateKey });
        await expectRefusal(open, reasonsByPart[part], `${part}, bit ${at}`);
      }
    },
  })),
  {
    name: "tampering: a flipped aad fails the tag too, even where it is the expected one",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const aad = encodeBase64Url(encodeUtf8('{"paymentId":"pay_2","v":1}'));
      const sealed = { ...sample.sealed, aad };
      const open = () => openReceipt({ sealed, paymentId: "pay_2", privateKey });
      await expectRefusal(open, ["wrong_key"], "moved envelope");
    },
  },
  {
    name: "tampering: a part cut, lengthened, respelled, missing or of another type is refused",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      for (const part of [
        "protected",
        "encrypted_key",
        "iv",
        "ciphertext",
        "tag",
        "aad",
      ] as const) {
        const text = sample.sealed[part];
        const spellings = [
          text.slice(0, -1),
          text.slice(0, -4),
          `${text}A`,
          `${text}AAAA`,
          `${text}=`,
          ` ${text}`,
          `${text}\n`,
          "",
          "*",
        ];
        for (const value of [...spellings, undefined, null, 1, {}, [text]]) {
          const sealed: SealedReceipt = JSON.parse(
            JSON.stringify({ ...sample.sealed, [part]: value }),
          );
          const open = () => openReceipt({ sealed, paymentId: sample.paymentId, privateKey });
          const reasons = ["malformed_envelope", ...reasonsByPart[part]] as const;
          await expectRefusal(open, reasons, `${part} as ${String(value)}`);
        }
      }
    },
  },
  {
    name: "tampering: a part with a byte more or less than the algorithm has is malformed",
    run: async () => {
      for (const part of ["encrypted_key", "iv", "tag"] as const) {
        const bytes = decodeBase64Url(sample.sealed[part]);
        const lengths = [1, 4, 8, 12, 13, 15, 16, 255, 257].filter((n) => n !== bytes.length);
        for (const length of lengths) {
          const resized = Uint8Array.from({ length }, (_, at) => bytes[at] ?? 0);
          const sealed = { ...sample.sealed, [part]: encodeBase64Url(resized) };
          await expectBothRefuse(sealed, ["malformed_envelope"], `${part} of ${length} bytes`);
        }
      }
    },
  },
  {
    name: "tampering: other algorithms, compression and extensions are refused",
    run: async () => {
      const { sealed } = sample;
      const kid = keyPair.keyId;
      const unsupported = ["unsupported_algorithm"] as const;
      for (const alg of [
        "RSA-OAEP",
        "RSA-OAEP-512",
        "RSA1_5",
        "dir",
        "none",
        "rsa-oaep-256",
        "",
        undefined,
        null,
        1,
      ]) {
        await expectBothRefuse({ ...sealed, header: { alg, kid } }, unsupported, `alg ${alg}`);
      }
      const header = { alg: "RSA-OAEP-256", kid };
      for (const extra of [{ zip: "DEF" }, { crit: ["exp"] }]) {
        await expectBothRefuse(
          { ...sealed, header: { ...header, ...extra } },
          unsupported,
          "header",
        );
        const encoded = encodeHeader({ enc: "A256GCM", ...extra });
        await expectBothRefuse({ ...sealed, protected: encoded }, unsupported, "protected");
      }
      for (const enc of ["A128GCM", "A256CBC-HS512", "", null]) {
        await expectBothRefuse(
          { ...sealed, protected: encodeHeader({ enc }) },
          unsupported,
          `enc ${enc}`,
        );
      }
    },
  },
  {
    name: "tampering: headers that overlap or are missing are refused",
    run: async () => {
      const { sealed } = sample;
      const header = { alg: "RSA-OAEP-256", kid: keyPair.keyId };
      const envelopes: unknown[] = [
        { ...sealed, unprotected: { zip: "DEF" } },
        { ...sealed, unprotected: {} },
        { ...sealed, header: { ...header, enc: "A256GCM" } },
        { ...sealed, header: { alg: header.alg } },
        { ...sealed, header: [] },
        { ...sealed, header: undefined },
        { ...sealed, protected: encodeHeader({ enc: "A256GCM", alg: header.alg }) },
        { ...sealed, protected: encodeHeader(["enc"]) },
        { ...sealed, protected: encodeHeader(null) },
        {},
        [],
        null,
        "envelope",
      ];
      for (const [at, envelope] of envelopes.entries()) {
        await expectBothRefuse(envelope, ["malformed_envelope"], `envelope ${at}`);
      }
    },
  },
];

function pickSample() {
  const found = vectors.sealedReceipts.find(({ receipt }) => "a" in receipt);
  if (!found) throw new Error("The vectors have no small receipt.");
  return found;
}

function encodeHeader(header: unknown): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify(header)));
}

/** As parsed from JSON, where the compiler's types guarantee nothing. */
async function expectBothRefuse(
  envelope: unknown,
  reasons: readonly CryptoErrorReason[],
  claim: string,
): Promise<void> {
  const sealed: SealedReceipt = JSON.parse(JSON.stringify(envelope));
  const privateKey = await importPrivateKey(keyPair.privateKey);
  const { key } = await importPublicKey(keyPair.publicKey);
  const open = () => openReceipt({ sealed, paymentId: sample.paymentId, privateKey });
  await expectRefusal(open, reasons, `open: ${claim}`);
  const to = { keyId: keyPair.keyId, key };
  await expectRefusal(
    () => rewrapReceipt({ sealed, from: privateKey, to }),
    reasons,
    `rewrap: ${claim}`,
  );
}
