import type { ReceiptStatus } from "#lib/core/vocabulary.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { receiptAad } from "#lib/crypto/sealed-receipt.ts";

/** The JWE's parts as bytes; `aad` is made from the id of the row, and `header` from its key id. */
export type StoredEnvelope = {
  protectedHeader: string;
  encryptedKey: Uint8Array;
  iv: Uint8Array;
  ciphertext: Uint8Array;
  tag: Uint8Array;
};

export function toStoredEnvelope(sealed: SealedReceipt): StoredEnvelope {
  return {
    protectedHeader: sealed.protected,
    encryptedKey: fromBase64Url(sealed.encrypted_key),
    iv: fromBase64Url(sealed.iv),
    ciphertext: fromBase64Url(sealed.ciphertext),
    tag: fromBase64Url(sealed.tag),
  };
}

export type EnvelopeRow = Omit<StoredEnvelope, "encryptedKey"> & {
  id: string;
  encryptedKey: Uint8Array | null;
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
};

export function toSealedReceipt(row: EnvelopeRow, kid: string): SealedReceipt | undefined {
  if (row.encryptedKey === null) return undefined;
  return {
    protected: row.protectedHeader,
    header: { alg: "RSA-OAEP-256", kid },
    encrypted_key: toBase64Url(row.encryptedKey),
    iv: toBase64Url(row.iv),
    ciphertext: toBase64Url(row.ciphertext),
    tag: toBase64Url(row.tag),
    aad: receiptAad(row.id),
  };
}

// Not lib/crypto's decoder, which is strict and ten times slower: these are our own rows and seals.
function fromBase64Url(text: string): Uint8Array {
  return Buffer.from(text, "base64url");
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
