import { flattenedDecrypt } from "jose";
import { type Bytes, decodeBase64Url, decodeUtf8, encodeBase64Url, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { checkEnvelope, receiptAad, type SealedReceipt } from "./envelope.ts";

/** The public key that wraps a content key, and its id. */
export type WrappingKey = { keyId: string; key: CryptoKey };

export type { SealedReceipt } from "./envelope.ts";

/**
 * Opens a sealed receipt. Throws `malformed_envelope`, `unsupported_algorithm`, `wrong_payment`, or
 * `wrong_key` if the key does not open it, tampering included.
 */
export async function openReceipt({
  sealed,
  paymentId,
  privateKey,
}: {
  sealed: SealedReceipt;
  paymentId: string;
  privateKey: CryptoKey;
}): Promise<Record<string, unknown>> {
  requireKey(privateKey, "private");
  const envelope = checkEnvelope(sealed);
  if (envelope.aad !== receiptAad(paymentId)) {
    throw new CryptoError("wrong_payment", "The envelope belongs to another payment.");
  }
  const plaintext = await decrypt(envelope, privateKey);
  return parseReceipt(plaintext);
}

/**
 * Wraps the content key for another recipient. The receipt is not opened: protected header, IV,
 * ciphertext, tag and AAD stay as they are. Throws as openReceipt does.
 */
export async function rewrapReceipt({
  sealed,
  from,
  to,
}: {
  sealed: SealedReceipt;
  from: CryptoKey;
  to: WrappingKey;
}): Promise<SealedReceipt> {
  const envelope = checkEnvelope(sealed);
  const wrapped = decodeBase64Url(envelope.encrypted_key);
  const rewrapped = await rewrapContentKey({ wrapped, from, to: to.key });
  return {
    ...envelope,
    header: { alg: "RSA-OAEP-256", kid: to.keyId },
    encrypted_key: encodeBase64Url(rewrapped),
  };
}

/** Unwraps with the private key, RSA-OAEP with SHA-256; the caller wipes the bytes. */
export type Unwrap = (wrapped: Bytes) => Promise<Bytes>;

/** The same for the wrapped key alone: the holder of `from` need not see the receipt at all. */
export async function rewrapContentKey({
  wrapped,
  from,
  to,
}: {
  wrapped: Bytes;
  from: CryptoKey | Unwrap;
  to: CryptoKey;
}): Promise<Bytes> {
  requireKey(to, "public");
  const contentKey = await unwrapContentKey(wrapped, from);
  try {
    return new Uint8Array(await crypto.subtle.encrypt("RSA-OAEP", to, contentKey));
  } finally {
    wipe(contentKey);
  }
}

function requireKey({ type, algorithm, usages }: CryptoKey, wanted: "public" | "private"): void {
  const usage = wanted === "public" ? "encrypt" : "decrypt";
  const hash = "hash" in algorithm ? algorithm.hash : undefined;
  // RSA-OAEP-256 means SHA-256 for the label and for MGF1 (RFC 7518 section 4.3).
  const isSha256 =
    typeof hash === "object" && hash !== null && "name" in hash && hash.name === "SHA-256";
  if (type === wanted && algorithm.name === "RSA-OAEP" && isSha256 && usages.includes(usage))
    return;
  throw new CryptoError("unsupported_key", `Expected a ${wanted} key for RSA-OAEP with SHA-256.`);
}

async function decrypt(envelope: SealedReceipt, privateKey: CryptoKey): Promise<Uint8Array> {
  try {
    const { plaintext } = await flattenedDecrypt(envelope, privateKey, {
      keyManagementAlgorithms: ["RSA-OAEP-256"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return plaintext;
  } catch {
    // One answer for a failed unwrap and a failed tag (RFC 7516 section 11.5).
    throw wrongKey();
  }
}

async function unwrapContentKey(wrapped: Bytes, from: CryptoKey | Unwrap): Promise<Bytes> {
  const bytes = typeof from === "function" ? await from(wrapped) : await unwrap(wrapped, from);
  if (bytes.length === 32) return bytes;
  wipe(bytes);
  throw wrongKey();
}

async function unwrap(wrapped: Bytes, from: CryptoKey): Promise<Bytes> {
  requireKey(from, "private");
  const contentKey = await crypto.subtle.decrypt("RSA-OAEP", from, wrapped).catch(() => {
    throw wrongKey();
  });
  return new Uint8Array(contentKey);
}

function parseReceipt(plaintext: Uint8Array): Record<string, unknown> {
  let receipt: unknown;
  try {
    receipt = JSON.parse(decodeUtf8(new Uint8Array(plaintext)));
  } catch {
    throw notOurs();
  }
  if (!isObject(receipt)) throw notOurs();
  return receipt;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrongKey(): CryptoError {
  return new CryptoError("wrong_key", "This key does not open the envelope.");
}

function notOurs(): CryptoError {
  return new CryptoError("malformed_envelope", "The envelope does not hold a receipt.");
}
