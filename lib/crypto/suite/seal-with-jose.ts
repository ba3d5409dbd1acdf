import { GeneralEncrypt } from "jose";
import { encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
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
}): Promise<UncheckedEnvelope> {
  const alg = recipient.key.algorithm.name === "ECDH" ? "ECDH-ES+A256KW" : "RSA-OAEP-256";
  const header = { alg, kid: recipient.keyId };
  // Twice, since jose protects the ephemeral key of a single recipient.
  const { recipients, ...sealed } = await new GeneralEncrypt(encodeUtf8(JSON.stringify(receipt)))
    .setProtectedHeader({ enc: "A256GCM" })
    .setAdditionalAuthenticatedData(encodeUtf8(JSON.stringify({ paymentId, v: 1 })))
    .addRecipient(recipient.key)
    .setUnprotectedHeader(header)
    .addRecipient(recipient.key)
    .setUnprotectedHeader(header)
    .encrypt();
  const { protected: protectedHeader, iv, ciphertext, tag, aad } = sealed;
  const [{ encrypted_key, header: complete } = {}] = recipients;
  if (!(protectedHeader && encrypted_key && iv && tag && aad)) {
    throw new Error("jose left out a part of the envelope.");
  }
  const whole = { ...complete, ...header };
  return { protected: protectedHeader, header: whole, encrypted_key, iv, ciphertext, tag, aad };
}
