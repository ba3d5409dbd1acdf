import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { CryptoErrorReason } from "#lib/crypto/crypto-error.ts";
import type { SealedReceipt, UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt, rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { flipEachBit } from "./flip-each-bit.ts";
import { expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

type Vectors = {
  keyPair: { keyId: string; publicKey: string; privateKey: string };
  sealedReceipts: { paymentId: string; receipt: object; sealed: UncheckedEnvelope }[];
};

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
  ...listCases("RSA", vectors),
  ...listCases("P-256", p256),
];

function listCases(kind: string, { keyPair, sealedReceipts }: Vectors): SuiteCase[] {
  const sample = sealedReceipts.find(({ receipt }) => "a" in receipt);
  if (!sample) throw new Error("The vectors have no small receipt.");

  const expectBothRefuse = async (
    envelope: unknown,
    reasons: readonly CryptoErrorReason[],
    claim: string,
  ) => {
    // As parsed from JSON, where the compiler's types guarantee nothing.
    const sealed: SealedReceipt = JSON.parse(JSON.stringify(envelope));
    const privateKey = await importPrivateKey(keyPair.privateKey);
    const { key } = await importPublicKey(keyPair.publicKey);
    const open = () => openReceipt({ sealed, paymentId: sample.paymentId, privateKey });
    await expectRefusal(open, reasons, `open: ${claim}`);
    const to = { keyId: keyPair.keyId, key };
    const rewrap = () => rewrapReceipt({ sealed, from: privateKey, to });
    await expectRefusal(rewrap, reasons, `rewrap: ${claim}`);
  };

  return [
    ...(["protected", "encrypted_key", "iv", "ciphertext", "tag", "aad"] as const).map((part) => ({
      name: `tampering, ${kind}: no bit of ${part} can be flipped`,
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
      name: `tampering, ${kind}: a flipped aad fails the tag too, even where it is the expected one`,
      run: async () => {
        const privateKey = await importPrivateKey(keyPair.privateKey);
        const aad = encodeBase64Url(encodeUtf8('{"paymentId":"pay_2","v":1}'));
        const sealed = { ...sample.sealed, aad };
        const open = () => openReceipt({ sealed, paymentId: "pay_2", privateKey });
        await expectRefusal(open, ["wrong_key"], "moved envelope");
      },
    },
    {
      name: `tampering, ${kind}: a part cut, lengthened, respelled, missing or of another type is refused`,
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
      name: `tampering, ${kind}: a part with a byte more or less than the algorithm has is malformed`,
      run: async () => {
        for (const part of ["encrypted_key", "iv", "tag"] as const) {
          const bytes = decodeBase64Url(sample.sealed[part]);
          const lengths = [1, 4, 8, 12, 13, 15, 16, 39, 40, 41, 255, 256, 257].filter(
            (n) => n !== bytes.length,
          );
          for (const length of lengths) {
            const resized = Uint8Array.from({ length }, (_, at) => bytes[at] ?? 0);
            const sealed = { ...sample.sealed, [part]: encodeBase64Url(resized) };
            await expectBothRefuse(sealed, ["malformed_envelope"], `${part} of ${length} bytes`);
          }
        }
      },
    },
    {
      name: `tampering, ${kind}: other algorithms, compression and extensions are refused`,
      run: async () => {
        const { sealed } = sample;
        const { header } = sealed;
        const unsupported = ["unsupported_algorithm"] as const;
        for (const alg of [
          "RSA-OAEP",
          "RSA-OAEP-512",
          "RSA1_5",
          "ECDH-ES",
          "ECDH-ES+A128KW",
          "A256KW",
          "dir",
          "none",
          "rsa-oaep-256",
          "",
          undefined,
          null,
          1,
        ]) {
          await expectBothRefuse(
            { ...sealed, header: { ...header, alg } },
            unsupported,
            `alg ${alg}`,
          );
        }
        for (const extra of [{ zip: "DEF" }, { crit: ["exp"] }, { apu: "YQ" }, { apv: "YQ" }]) {
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
      name: `tampering, ${kind}: headers that overlap or are missing are refused`,
      run: async () => {
        const { sealed } = sample;
        const { header } = sealed;
        const envelopes: unknown[] = [
          { ...sealed, unprotected: { zip: "DEF" } },
          { ...sealed, unprotected: {} },
          { ...sealed, header: { ...header, enc: "A256GCM" } },
          { ...sealed, header: { ...header, kid: undefined } },
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
}

function encodeHeader(header: unknown): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify(header)));
}
