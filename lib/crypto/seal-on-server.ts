import { createCipheriv, createSecretKey } from "node:crypto";
import { type Bytes, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { drawContentKey, drawIv } from "./draw-random.ts";
import { protectedHeader, receiptAad, type WrappedKey } from "./envelope.ts";
import type { SealingKey } from "./stored-public-key.ts";
import { wrapFor } from "./wrap-for.ts";

/**
 * The parts of a JWE (RFC 7516 section 2) as bytes, which is how they are stored; the protected header is the
 * authenticated text. The `aad` follows from the payment, `kid` from the key.
 */
export type SealedParts = {
  protectedHeader: string;
  iv: Uint8Array;
  ciphertext: Uint8Array;
  tag: Uint8Array;
};

/** Wrapped for the first recipient, and for the others in their order. */
export type SealedForAll = SealedParts & WrappedKey & { others: WrappedKey[] };

/**
 * Seals a receipt (a JSON object) to public keys as the parts of a JWE that is bound to its payment. Content key, IV,
 * and ephemeral keys are fresh each time; a caller cannot choose them. Throws `malformed_receipt` for values that
 * JSON cannot express, `unsupported_key` or `weak_key` for an unusable key.
 */
export function sealOnServer({
  receipt,
  paymentId,
  keys: [first, ...others],
}: {
  receipt: object;
  paymentId: string;
  keys: readonly [SealingKey, ...SealingKey[]];
}): SealedForAll {
  const plaintext = serializeReceipt(receipt);
  const contentKey = drawContentKey();
  try {
    return {
      protectedHeader,
      ...wrapFor(first, contentKey),
      others: others.map((key) => wrapFor(key, contentKey)),
      ...encrypt(plaintext, contentKey, receiptAad(paymentId)),
    };
  } finally {
    wipe(contentKey);
  }
}

function serializeReceipt(receipt: object): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(receipt);
  } catch {
    json = undefined;
  }
  if (json?.startsWith("{")) return json;
  throw new CryptoError("malformed_receipt", "A receipt is an object that JSON can carry.");
}

/** A256GCM (RFC 7518 section 5.3): IV of 96 bits, tag of 128 bits. */
function encrypt(plaintext: string, contentKey: Bytes, aad: string) {
  const iv = drawIv();
  // As a KeyObject: raw bytes take Node three times as long, since it first checks whether they are one.
  const key = createSecretKey(contentKey);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
  // RFC 7516 section 5.1 step 14: protected header, period and aad, all of it ASCII.
  cipher.setAAD(Buffer.from(`${protectedHeader}.${aad}`, "ascii"));
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return { iv, ciphertext, tag: cipher.getAuthTag() };
}
