import { checkApiKey, type KeyCheck } from "#lib/api-keys/check.ts";
import type { Caller, KeyCaller, MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Scope } from "#lib/core/permissions.ts";
import type { RateClass } from "#lib/core/tiers.ts";
import { admitSession, chooseEnvironment } from "./authenticate-member.ts";
import type { Exchange } from "./exchange.ts";
import { requireAllowance, takeFromAddress, takeFromCaller } from "./rate-limit.ts";

/**
 * Takes an API key or, without one, the session of a member. Throws `unauthorized`, `forbidden`, or
 * `rate_limit_exceeded`, checked in this order.
 */
export async function authenticate(
  exchange: Exchange,
  scope: Scope,
  rateClass: RateClass,
): Promise<Caller> {
  const key = exchange.request.headers.get("x-api-key");
  const caller =
    key === null
      ? await admitMember(exchange, scope, rateClass)
      : await admitKey(exchange, key, scope, rateClass);
  if (caller) return caller;

  // Guesses at keys count, too: beyond the limit of an address, they are not even answered.
  requireAllowance(await takeFromAddress(exchange));
  throw new AppError("unauthorized", { message: "Invalid or missing API key" });
}

async function admitKey(
  exchange: Exchange,
  key: string,
  scope: Scope,
  rateClass: RateClass,
): Promise<KeyCaller | undefined> {
  const check = await checkApiKey(key, exchange.address);
  if (check.state === "refused") return undefined;

  const { apiKeyId: id, tier } = check.caller;
  exchange.caller = check.caller;
  const allowance = await takeFromCaller(exchange, { id, tier }, rateClass);
  requireAdmission(check, scope);
  requireAllowance(allowance);
  return check.caller;
}

async function admitMember(
  exchange: Exchange,
  scope: Scope,
  rateClass: RateClass,
): Promise<MemberCaller | undefined> {
  const member = await admitSession(exchange, rateClass, ({ scopes }) => {
    if (!scopes.includes(scope)) throw lacksScope("Your role in this organization", scope);
  });
  return member && chooseEnvironment(exchange, member);
}

function requireAdmission(check: Exclude<KeyCheck, { state: "refused" }>, scope: Scope): void {
  if (check.state === "address_refused") {
    throw new AppError("forbidden", {
      message: "This API key may not be used from this address",
    });
  }
  if (!check.caller.scopes.includes(scope)) throw lacksScope("This API key", scope);
}

function lacksScope(who: string, scope: Scope): AppError {
  return new AppError("forbidden", {
    message: `${who} lacks the required scope`,
    details: `scope ${scope} is needed`,
  });
}
