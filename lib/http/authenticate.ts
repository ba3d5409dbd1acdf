import { SESSION_HEADER, VISIT, WALLET } from "#lib/accounts/contract-wallet.ts";
import { findSession, mayOpenReceipts } from "#lib/accounts/find-session.ts";
import { checkApiKey, type KeyCheck } from "#lib/api-keys/check.ts";
import type { Caller, KeyCaller, MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Scope } from "#lib/core/permissions.ts";
import type { RateClass } from "#lib/core/tiers.ts";
import { findVisit } from "#lib/visits/visit.ts";
import { admitSession, chooseEnvironment } from "./authenticate-member.ts";
import { admitVisit } from "./authenticate-visit.ts";
import type { Exchange } from "./exchange.ts";
import { notApproved } from "./not-approved.ts";
import { requireAllowance, takeFromAddress, takeFromCaller } from "./rate-limit.ts";

type KeyedOperation = {
  operationId: string;
  scope: Scope | "any";
  orScope?: Scope;
  rateClass: RateClass;
  visits?: true;
  viewers?: true;
  stepUp?: true;
};

/**
 * Takes an API key or, without one, the session of a member or a visit of the demo. Throws `unauthorized`,
 * `forbidden`, or `rate_limit_exceeded`, checked in this order, and for a session also the errors of
 * `requireProof`.
 */
export async function authenticate(exchange: Exchange, operation: KeyedOperation): Promise<Caller> {
  const key = exchange.request.headers.get("x-api-key");
  const caller =
    key === null
      ? await admitBrowser(exchange, operation)
      : await admitKey(exchange, key, operation);
  if (caller) return caller;

  // Guesses at keys count, too: beyond the limit of an address, they are not even checked.
  requireAllowance(await takeFromAddress(exchange));
  throw new AppError("unauthorized", { message: "Invalid or missing API key" });
}

async function admitKey(
  exchange: Exchange,
  key: string,
  operation: KeyedOperation,
): Promise<KeyCaller | undefined> {
  const check = await checkApiKey(key, exchange.address);
  if (check.state === "refused") return undefined;

  exchange.caller = check.caller;
  const allowance = await takeFromCaller(exchange, check.caller, operation.rateClass);
  requireAdmission(check, operation);
  requireAllowance(allowance);
  return check.caller;
}

async function admitBrowser(
  exchange: Exchange,
  operation: KeyedOperation,
): Promise<Caller | undefined> {
  const { headers } = exchange.request;
  const cookies = headers.get("cookie");
  const session = headers.get(SESSION_HEADER);
  const visit = session === VISIT || session === WALLET ? await findVisit(cookies) : undefined;
  if (session === VISIT) return visit && (await admitVisit(exchange, visit, operation));
  if (visit && !(await isWalletOfMember(cookies))) {
    return await admitVisit(exchange, visit, operation);
  }
  return await admitMember(exchange, operation);
}

async function isWalletOfMember(cookies: string | null): Promise<boolean> {
  const member = await findSession(cookies);
  return member !== undefined && mayOpenReceipts(member);
}

async function admitMember(
  exchange: Exchange,
  { operationId, rateClass, stepUp, viewers, ...needed }: KeyedOperation,
): Promise<MemberCaller | undefined> {
  const proof = stepUp ? { stepUp } : {};
  const member = await admitSession(
    exchange,
    { operationId, rateClass, ...proof },
    ({ scopes }) => {
      if (!viewers && !hasScope(scopes, needed))
        throw lacksScope("Your role in this organization", needed);
    },
  );
  return member && chooseEnvironment(exchange, member);
}

type Needed = Pick<KeyedOperation, "scope" | "orScope">;

function requireAdmission(check: Exclude<KeyCheck, { state: "refused" }>, needed: Needed): void {
  if (check.state === "address_refused") {
    throw new AppError("forbidden", {
      message: "This API key may not be used from this address",
    });
  }
  if (check.state === "not_approved") throw notApproved(check.caller.environment);
  if (!hasScope(check.caller.scopes, needed)) throw lacksScope("This API key", needed);
}

function hasScope(scopes: readonly Scope[], { scope, orScope }: Needed): boolean {
  if (scope === "any") return true;
  return scopes.includes(scope) || (orScope !== undefined && scopes.includes(orScope));
}

function lacksScope(who: string, { scope, orScope }: Needed): AppError {
  return new AppError("forbidden", {
    message: `${who} lacks the required scope`,
    details: `scope ${orScope === undefined ? scope : `${scope} or ${orScope}`} is needed`,
  });
}
