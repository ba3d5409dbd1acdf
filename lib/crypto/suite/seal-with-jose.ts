import { FlattenedEncrypt } from "jose";
import { encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import type { WrappingKey } from "#lib/crypto/sealed-receipt.ts";

/**
 * Seals as the service does, where its own sealReceipt cannot run, and with another implementation: code that
 * opens it does not merely agree with itself.
 */
export async function sealWithJose({
  receipt,
  paymentId,
  recipient,
}: {
  receipt: object;
  paymentId: string;
  recipient: WrappingKey;
}): Promise<SealedReceipt> {
  const header = { alg: "RSA-OAEP-256", kid: recipient.keyId };
  const sealed = await new FlattenedEncrypt(encodeUtf8(JSON.stringify(receipt)))
    .setProtectedHeader({ enc: "A256GCM" })
    .setUnprotectedHeader(header)
    .setAdditionalAuthenticatedData(encodeUtf8(JSON.stringify({ paymentId, v: 1 })))
    .encrypt(recipient.key);
  const { protected: protectedHeader, encrypted_key, iv, ciphertext, tag, aad } = sealed;
  if (!(protectedHeader && encrypted_key && iv && tag && aad)) {
    throw new Error("jose left out a part of the envelope.");
  }
  return { protected: protectedHeader, header, encrypted_key, iv, ciphertext, tag, aad };
}
