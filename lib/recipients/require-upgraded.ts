import { AppError } from "#lib/core/errors.ts";
import { selectOlderCode, type Upgrade } from "./store.ts";

/**
 * Code from before identifiers and devices seals to one RSA key of the cardholder of a card, and fails for P-256: until
 * the last such process has ended, neither is registered. Code from before sealed bodies would charge one and seal its
 * envelope as a receipt, so until then no till is told a key. Throws `service_unavailable`.
 */
export async function requireUpgraded(upgrade: Upgrade = "identifiers"): Promise<void> {
  if (!(await selectOlderCode(upgrade))) return;
  throw new AppError("service_unavailable", {
    message: "The service is being upgraded; try again in a moment",
    headers: { "Retry-After": "10" },
  });
}
