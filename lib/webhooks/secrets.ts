import { randomBytes } from "node:crypto";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { SECRET_PREFIX } from "./sign.ts";

/** The columns of an endpoint that hold its secrets. */
export type StoredSecrets = {
  id: string;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousSecretUntil: Date | null;
};

/** A signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes as base64. */
export function createSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString("base64")}`;
}

export function sealSecret(endpointId: string, secret: string): Uint8Array {
  return serviceSecrets().keyring.encrypt(secret, webhookSecretContext(endpointId));
}

/** What a delivery is signed with: the current secret, then the previous one while it still signs. */
export function openSecrets(endpoint: StoredSecrets): string[] {
  const { id, secret, previousSecret, previousSecretUntil } = endpoint;
  const isGrace = previousSecretUntil !== null && previousSecretUntil > new Date();
  const sealed = isGrace && previousSecret !== null ? [secret, previousSecret] : [secret];
  const { keyring } = serviceSecrets();
  return sealed.map((one) => keyring.decrypt(new Uint8Array(one), webhookSecretContext(id)));
}

/** The same for both columns, so that a rotation can move the value from one to the other. */
export function webhookSecretContext(endpointId: string): string {
  return `webhook_secret:${endpointId}`;
}
