import { flattenedDecrypt } from "jose";
import { type Bytes, decodeUtf8, encodeBase64Url, wipe } from "./bytes.ts";
import {
  requireKey,
  type Unwrap,
  unwrapContentKey,
  wrapContentKey,
  wrongKey,
} from "./content-key.ts";
import { CryptoError } from "./crypto-error.ts";
import {
  checkEnvelope,
  receiptAad,
  recipientHeader,
  type SealedReceipt,
  type UncheckedEnvelope,
  type WrappedKey,
  wrapAlgorithms,
  wrappedKeyOf,
} from "./envelope.ts";

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
  sealed: UncheckedEnvelope;
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
  sealed: UncheckedEnvelope;
  from: CryptoKey;
  to: WrappingKey;
}): Promise<SealedReceipt> {
  const envelope = checkEnvelope(sealed);
  requireKey(to.key, "public");
  const rewrapped = await withContentKey({ wrapped: wrappedKeyOf(envelope), from }, (contentKey) =>
    wrapContentKey(contentKey, to.key),
  );
  return {
    ...envelope,
    header: recipientHeader(to.keyId, rewrapped),
    encrypted_key: encodeBase64Url(rewrapped.encryptedKey),
  };
}

/**
 * The same for the wrapped key alone, for one or more recipients: the holder of `from` need not see the receipt at
 * all. Returns the wraps in the order of `to`. `check` throws for a content key that must not be wrapped.
 */
export async function rewrapContentKey({
  to,
  check,
  ...wrapped
}: Wrapped & {
  to: readonly CryptoKey[];
  check?: (contentKey: Bytes) => void;
}): Promise<WrappedKey[]> {
  for (const key of to) requireKey(key, "public");
  return await withContentKey(wrapped, (contentKey) => {
    check?.(contentKey);
    return Promise.all(to.map((key) => wrapContentKey(contentKey, key)));
  });
}

type Wrapped = { wrapped: WrappedKey; from: CryptoKey | Unwrap };

async function withContentKey<T>(
  { wrapped, from }: Wrapped,
  use: (contentKey: Bytes) => Promise<T>,
): Promise<T> {
  const contentKey = await unwrapContentKey(wrapped, from);
  try {
    return await use(contentKey);
  } finally {
    wipe(contentKey);
  }
}

async function decrypt(envelope: SealedReceipt, privateKey: CryptoKey): Promise<Uint8Array> {
  try {
    const { plaintext } = await flattenedDecrypt(envelope, privateKey, {
      keyManagementAlgorithms: [...wrapAlgorithms],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return plaintext;
  } catch {
    // One answer for a failed unwrap and a failed tag (RFC 7516 section 11.5).
    throw wrongKey();
  }
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

function notOurs(): CryptoError {
  return new CryptoError("malformed_envelope", "The envelope does not hold a receipt.");
}
