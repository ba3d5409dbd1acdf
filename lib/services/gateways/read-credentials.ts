import { AppError } from "#lib/errors/app-error.ts";
import type { Provider } from "#lib/gateways/providers.ts";

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
