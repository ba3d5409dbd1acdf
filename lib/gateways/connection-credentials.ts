import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { GatewayConnection } from "#lib/storage/gateway-connections.ts";

type Place = Pick<GatewayConnection, "organizationId" | "environment" | "gateway" | "provider">;

export function encryptCredentials(place: Place, credentials: unknown) {
  return serviceSecrets().keyring.encrypt(JSON.stringify(credentials), context(place));
}

/** What the provider's own schema describes; it is parsed by that again. */
export function decryptCredentials(connection: GatewayConnection): unknown {
  const encrypted = new Uint8Array(connection.credentials);
  return JSON.parse(serviceSecrets().keyring.decrypt(encrypted, context(connection)));
}

/** Binds the credentials to their place: in another merchant's row they do not decrypt. */
function context({ organizationId, environment, gateway, provider }: Place): string {
  return `gateway_connection.credentials:${organizationId}:${environment}:${gateway}:${provider}`;
}
