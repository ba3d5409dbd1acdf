import type { KeyObject } from "node:crypto";
import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import { receiptAad, type SealedReceipt } from "#lib/crypto/envelope.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";

/** The output of sealReceipt, assembled into the JWE that a cardholder gets. */
export function sealAsJwe({
  receipt,
  paymentId,
  recipient: { keyId, key },
}: {
  receipt: object;
  paymentId: string;
  recipient: { keyId: string; key: KeyObject };
}): SealedReceipt {
  const parts = sealReceipt({ receipt, paymentId, key });
  const encode = (bytes: Uint8Array) => encodeBase64Url(new Uint8Array(bytes));
  return {
    protected: parts.protectedHeader,
    header: { alg: "RSA-OAEP-256", kid: keyId },
    encrypted_key: encode(parts.encryptedKey),
    iv: encode(parts.iv),
    ciphertext: encode(parts.ciphertext),
    tag: encode(parts.tag),
    aad: receiptAad(paymentId),
  };
}
