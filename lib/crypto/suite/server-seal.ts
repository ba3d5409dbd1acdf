import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import {
  receiptAad,
  recipientHeader,
  type SealedReceipt,
  type WrappedKey,
} from "#lib/crypto/envelope.ts";
import { type SealedParts, sealOnServer } from "#lib/crypto/seal-on-server.ts";
import type { SealingKey } from "#lib/crypto/stored-public-key.ts";

/** The output of sealOnServer, assembled into the JWE that a cardholder gets. */
export function sealAsJwe({
  receipt,
  paymentId,
  recipient: { keyId, key },
}: {
  receipt: object;
  paymentId: string;
  recipient: { keyId: string; key: SealingKey };
}): SealedReceipt {
  return toJwe(sealOnServer({ receipt, paymentId, keys: [key] }), { paymentId, keyId });
}

export function toJwe(
  parts: SealedParts & WrappedKey,
  { paymentId, keyId }: { paymentId: string; keyId: string },
): SealedReceipt {
  const encode = (bytes: Uint8Array) => encodeBase64Url(new Uint8Array(bytes));
  return {
    protected: parts.protectedHeader,
    header: recipientHeader(keyId, parts),
    encrypted_key: encode(parts.encryptedKey),
    iv: encode(parts.iv),
    ciphertext: encode(parts.ciphertext),
    tag: encode(parts.tag),
    aad: receiptAad(paymentId),
  };
}
