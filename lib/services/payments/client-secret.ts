import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { Payment } from "#lib/storage/payments.ts";

export function encryptClientSecret(paymentId: string, clientSecret: string) {
  return serviceSecrets().keyring.encrypt(clientSecret, context(paymentId));
}

export function decryptClientSecret({ id, clientSecret }: Payment): string {
  if (!clientSecret) throw new Error("a payment that the gateway took has a client secret");
  return serviceSecrets().keyring.decrypt(new Uint8Array(clientSecret), context(id));
}

/** Binds the secret to its row: moved to another it does not decrypt. */
function context(paymentId: string): string {
  return `payment.client_secret:${paymentId}`;
}
