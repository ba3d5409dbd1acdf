import { createCipheriv, createSecretKey } from "node:crypto";
import { ghash } from "@noble/ciphers/_polyval.js";
import { type Bytes, concatBytes, encodeUtf8, equalBytes, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { receiptAad } from "./envelope.ts";
import type { SealedParts } from "./seal-on-server.ts";

/** The parts of an envelope, and the payment that its `aad` binds it to. */
export type BoundParts = SealedParts & { paymentId: string };

type TaggedParts = Pick<SealedParts, "iv" | "ciphertext" | "tag"> & { additionalData: Bytes };

/**
 * Proves that a content key is the one of this envelope and this payment, without opening it. Throws
 * `wrong_content_key`.
 */
export function requireContentKeyOf(
  contentKey: Bytes,
  { paymentId, protectedHeader, ...parts }: BoundParts,
): void {
  // RFC 7516 section 5.1 step 14.
  const additionalData = encodeUtf8(`${protectedHeader}.${receiptAad(paymentId)}`);
  if (matchesTag(contentKey, { ...parts, additionalData })) return;
  throw new CryptoError("wrong_content_key", "The content key is not that of the envelope.");
}

/**
 * Whether the tag of AES-256-GCM, 128 bits under an IV of 96 bits, is the one under this key (SP 800-38D section 7.2,
 * steps 5 to 8). It is over the ciphertext, so that nothing is decrypted.
 */
export function matchesTag(
  key: Bytes,
  { iv, ciphertext, tag, additionalData }: TaggedParts,
): boolean {
  if (iv.length !== 12) return false;
  const { hashKey, mask } = encryptBlocks(key, new Uint8Array(iv));
  const expected = hashParts(hashKey, additionalData, ciphertext);
  for (const [at, byte] of mask.entries()) expected[at] = (expected[at] ?? 0) ^ byte;
  try {
    return equalBytes(expected, new Uint8Array(tag));
  } finally {
    for (const bytes of [hashKey, mask, expected]) wipe(bytes);
  }
}

/** H (step 1) and the first block of the key stream, which masks the hash (step 6). */
function encryptBlocks(key: Bytes, iv: Bytes): { hashKey: Bytes; mask: Bytes } {
  const blocks = concatBytes(new Uint8Array(16), iv, Uint8Array.of(0, 0, 0, 1));
  // ECB here is the block cipher itself.
  const cipher = createCipheriv("aes-256-ecb", createSecretKey(key), null).setAutoPadding(false);
  const encrypted = new Uint8Array(cipher.update(blocks));
  return { hashKey: encrypted.subarray(0, 16), mask: encrypted.subarray(16) };
}

/** Step 5: each update is padded to whole blocks, as the standard pads each part. `digest` wipes the tables. */
function hashParts(hashKey: Bytes, additionalData: Bytes, ciphertext: Uint8Array): Bytes {
  return ghash
    .create(hashKey, additionalData.length + ciphertext.length)
    .update(additionalData)
    .update(ciphertext)
    .update(lengthsOf(additionalData, ciphertext))
    .digest();
}

/** Both lengths in bits, as 64 bits each. */
function lengthsOf(additionalData: Uint8Array, ciphertext: Uint8Array): Bytes {
  const block = new Uint8Array(16);
  const view = new DataView(block.buffer);
  view.setBigUint64(0, BigInt(additionalData.length) * 8n);
  view.setBigUint64(8, BigInt(ciphertext.length) * 8n);
  return block;
}
