import type { ReceiptStatus } from "#lib/core/vocabulary.ts";
import { receiptAad, type SealedReceipt } from "#lib/crypto/envelope.ts";
import type { SealedParts } from "#lib/crypto/seal-receipt.ts";

/** A sealed receipt as it is stored: the parts of its JWE, each in a column of the payment. */
export type SealedRow = SealedParts & {
  id: string;
  /** Null once it is destroyed. */
  encryptedKey: Uint8Array | null;
};

export type EnvelopeRow = SealedRow & {
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
};

/**
 * The row as flattened JWE (RFC 7516 section 7.2.2) for the holder of the key `kid`. Undefined where
 * the wrapped content key is destroyed.
 */
export function toSealedReceipt(row: SealedRow, kid: string): SealedReceipt | undefined {
  if (row.encryptedKey === null) return undefined;
  return {
    protected: row.protectedHeader,
    // Not protected on purpose: rewrapReceipt changes `kid` without touching the ciphertext.
    header: { alg: "RSA-OAEP-256", kid },
    encrypted_key: toBase64Url(row.encryptedKey),
    iv: toBase64Url(row.iv),
    ciphertext: toBase64Url(row.ciphertext),
    tag: toBase64Url(row.tag),
    aad: receiptAad(row.id),
  };
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
