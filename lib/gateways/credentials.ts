import { AppError } from "#lib/core/errors.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Provider } from "./providers.ts";
import type { GatewayConnection } from "./store.ts";

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

/**
 * The credentials in the provider's shape. Throws `invalid_request` that names each field and repeats
 * nothing that was sent: what stands in the wrong place may be a secret too.
 */
export function readCredentials(provider: Provider, sent: Record<string, unknown>): unknown {
  const parsed = provider.credentials.safeParse(sent, { reportInput: false });
  if (parsed.success) return parsed.data;

  const reasons = parsed.error.issues.map(({ code, path, message }) =>
    code === "unrecognized_keys"
      ? "credentials: a field that this provider does not have"
      : `credentials.${path.join(".")}: ${message.replace(/^Invalid input: /, "")}`,
  );
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: reasons.join("; "),
  });
}
