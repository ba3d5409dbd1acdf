import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { Payment } from "#lib/storage/payments.ts";

export async function encryptClientSecret(paymentId: string, clientSecret: string) {
  return await serviceSecrets().keyring.encrypt(clientSecret, context(paymentId));
}

export async function decryptClientSecret({ id, clientSecret }: Payment): Promise<string> {
  if (!clientSecret) throw new Error("a payment that the gateway took has a client secret");
  return await serviceSecrets().keyring.decrypt(new Uint8Array(clientSecret), context(id));
}

/** Binds the secret to its row: moved to another it does not decrypt. */
function context(paymentId: string): string {
  return `payment.client_secret:${paymentId}`;
}
