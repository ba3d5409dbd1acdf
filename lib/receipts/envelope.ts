import type { ReceiptStatus } from "#lib/core/vocabulary.ts";
import {
  receiptAad,
  recipientHeader,
  type SealedReceipt,
  type WrappedKey,
} from "#lib/crypto/envelope.ts";
import type { SealedParts } from "#lib/crypto/seal-on-server.ts";

/**
 * The content key as it is wrapped for each device of the cardholder: for the current key in columns of its own, for
 * the others in one.
 */
export type RecipientColumns = {
  /** Null once it is destroyed. */
  encryptedKey: Uint8Array | null;
  /** The point of the sender's ephemeral key; null for RSA. */
  ephemeralKey: Uint8Array | null;
  /** By key id; null where the cardholder has one device. */
  otherRecipients: Record<string, OtherRecipient> | null;
};

/** Both base64url */
type OtherRecipient = { encryptedKey: string; ephemeralKey: string | null };

/** A sealed receipt as it is stored: the parts of its JWE, each in a column of the payment. */
export type SealedRow = SealedParts & RecipientColumns & { id: string; keyId: string | null };

export type EnvelopeRow = SealedRow & {
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
};

/** What to store for keys with these ids, the current one first, of wraps in the same order. */
export function toRecipientColumns(
  [, ...keyIds]: readonly (string | null)[],
  [first, ...others]: readonly WrappedKey[],
): RecipientColumns {
  if (!first) throw new Error("a receipt is sealed to one key at least");
  const entries = others.map((wrapped, at) => [keyIds[at], toText(wrapped)] as const);
  return { ...first, otherRecipients: entries.length > 0 ? Object.fromEntries(entries) : null };
}

function toText({ encryptedKey, ephemeralKey }: WrappedKey): OtherRecipient {
  return {
    encryptedKey: toBase64Url(encryptedKey),
    ephemeralKey: ephemeralKey && toBase64Url(ephemeralKey),
  };
}

/**
 * The row as flattened JWE (RFC 7516 section 7.2.2) for the holder of the key `kid`. Undefined where it is not
 * wrapped for that key, or the wrapped content key is destroyed.
 */
export function toSealedReceipt(row: SealedRow, kid: string): SealedReceipt | undefined {
  const wrapped = findWrapped(row, kid);
  if (!wrapped) return undefined;
  return {
    protected: row.protectedHeader,
    // Not protected on purpose: rewrapReceipt changes `kid` without touching the ciphertext.
    header: recipientHeader(kid, wrapped),
    encrypted_key: toBase64Url(wrapped.encryptedKey),
    iv: toBase64Url(row.iv),
    ciphertext: toBase64Url(row.ciphertext),
    tag: toBase64Url(row.tag),
    aad: receiptAad(row.id),
  };
}

/** The same in SQL, of `payment p`, which has a wrapped content key. No equality alone, so that no index is used for it. */
export function isWrappedFor(keyId: string): string {
  return `(p.key_id = ${keyId} OR p.other_recipients ? ${keyId})`;
}

function findWrapped(
  { keyId, encryptedKey, ephemeralKey, otherRecipients }: SealedRow,
  kid: string,
) {
  if (encryptedKey === null) return undefined;
  if (keyId === kid) return { encryptedKey, ephemeralKey };
  const other = new Map(Object.entries(otherRecipients ?? {})).get(kid);
  return (
    other && {
      encryptedKey: Buffer.from(other.encryptedKey, "base64url"),
      ephemeralKey:
        other.ephemeralKey === null ? null : Buffer.from(other.ephemeralKey, "base64url"),
    }
  );
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
