import { AppError } from "#lib/core/errors.ts";
import { selectOlderCode } from "./store.ts";

/**
 * Code from before identifiers and devices seals to one RSA key of the cardholder of a card, and fails for P-256: until
 * the last such process has ended, neither is registered. Throws `service_unavailable`.
 */
export async function requireUpgraded(): Promise<void> {
  if (!(await selectOlderCode())) return;
  throw new AppError("service_unavailable", {
    message: "The service is being upgraded; try again in a moment",
    headers: { "Retry-After": "10" },
  });
}
