import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Provider } from "./provider.ts";

/** What credentials are bound to: in another merchant's row they do not decrypt. */
type CredentialsOwner = Tenant & { gateway: GatewayName; provider: string };

export function encryptCredentials(owner: CredentialsOwner, credentials: unknown) {
  return serviceSecrets().keyring.encrypt(JSON.stringify(credentials), credentialsContext(owner));
}

/** In the shape that the provider's schema accepted once; the provider parses them again. */
export function decryptCredentials(
  connection: CredentialsOwner & { credentials: Uint8Array },
): unknown {
  const encrypted = new Uint8Array(connection.credentials);
  return JSON.parse(serviceSecrets().keyring.decrypt(encrypted, credentialsContext(connection)));
}

export function credentialsContext({
  organizationId,
  environment,
  gateway,
  provider,
}: Record<keyof CredentialsOwner, string>): string {
  return `gateway_connection.credentials:${organizationId}:${environment}:${gateway}:${provider}`;
}

/**
 * The credentials in the provider's shape. Throws `invalid_request` that names each field and repeats
 * nothing that was sent: what stands in the wrong field may be a secret too.
 */
export function readCredentials(provider: Provider, input: Record<string, unknown>): unknown {
  const parsed = provider.credentials.safeParse(input, { error: explainIssue, reportInput: false });
  if (parsed.success) return parsed.data;

  const reasons = parsed.error.issues.map(({ code, path, message }) =>
    code === "unrecognized_keys"
      ? "credentials: a field that this provider does not have"
      : `credentials.${path.join(".")}: ${message}`,
  );
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: reasons.join("; "),
  });
}
