import { checkApiKey, type KeyCheck } from "#lib/auth/api-keys.ts";
import type { Caller } from "#lib/auth/caller.ts";
import type { Scope } from "#lib/contract/scope.ts";
import type { RateClass } from "#lib/contract/tier.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Exchange } from "./exchange.ts";
import { requireAllowance, takeFromAddress, takeFromCaller } from "./rate-limit.ts";

/** Throws `unauthorized`, `forbidden`, `rate_limit_exceeded`, in this order of the contract. */
export async function authenticate(
  exchange: Exchange,
  scope: Scope,
  rateClass: RateClass,
): Promise<Caller> {
  const check = await checkApiKey(exchange.request.headers.get("x-api-key"), exchange.address);
  if (check.state === "refused") {
    // Guessing keys is counted too: past the limit of its address a guess is not even judged.
    requireAllowance(await takeFromAddress(exchange));
    throw new AppError("unauthorized", { message: "Invalid or missing API key" });
  }

  const { apiKeyId: id, tier } = check.caller;
  exchange.caller = check.caller;
  const allowance = await takeFromCaller(exchange, { id, tier }, rateClass);
  requireAdmission(check, scope);
  requireAllowance(allowance);
  return check.caller;
}

function requireAdmission(check: Exclude<KeyCheck, { state: "refused" }>, scope: Scope): void {
  if (check.state === "address_refused") {
    throw new AppError("forbidden", {
      message: "This API key may not be used from this address",
    });
  }
  if (check.caller.scopes.includes(scope)) return;

  throw new AppError("forbidden", {
    message: "This API key lacks the needed scope",
    details: `scope ${scope} is needed`,
  });
}
