import type { EnvelopeOutline } from "#lib/contract/console-payment.ts";
import type { PaymentDetails } from "#lib/storage/payment-details.ts";

/** What everybody at the service can see of a sealed receipt. */
export function outlineEnvelope(payment: PaymentDetails): EnvelopeOutline {
  const { encryptedKeyBytes, ivBytes, ciphertextBytes, tagBytes, protectedHeader } = payment;
  return {
    format: "JWE flattened, RFC 7516",
    algorithm: "RSA-OAEP-256",
    encryption: readEncryption(protectedHeader),
    keyId: payment.keyId,
    escrowed: payment.receiptStatus === "escrowed",
    bytes: (encryptedKeyBytes ?? 0) + ivBytes + ciphertextBytes + tagBytes,
    parts: {
      encryptedKey: encryptedKeyBytes,
      iv: ivBytes,
      ciphertext: ciphertextBytes,
      tag: tagBytes,
    },
    ciphertextStart: Buffer.from(payment.ciphertextStart).toString("base64url"),
    protectedHeader,
  };
}

/** As the header says it, which is authenticated with the receipt. */
function readEncryption(protectedHeader: string): string {
  const { enc } = JSON.parse(Buffer.from(protectedHeader, "base64url").toString());
  return String(enc);
}
