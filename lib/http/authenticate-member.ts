import type { MemberCaller, SignedInMember } from "#lib/auth/caller.ts";
import { findSession, findWalletSession } from "#lib/auth/session.ts";
import { config } from "#lib/config.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ForMembers } from "#lib/contract/operation.ts";
import { includesRole } from "#lib/contract/role.ts";
import { issuerScopes, type Scope, scopesOfMember } from "#lib/contract/scope.ts";
import type { RateClass } from "#lib/contract/tier.ts";
import { SESSION_HEADER, WALLET } from "#lib/contract/wallet.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Exchange } from "./exchange.ts";
import { requireAllowance, takeFromAddress, takeFromCaller } from "./rate-limit.ts";
import { requireSameOrigin } from "./same-origin.ts";

/**
 * Throws `unauthorized`, `forbidden`, `rate_limit_exceeded`, or `invalid_request` for a missing
 * environment, in this order.
 */
export async function authenticateMember(
  exchange: Exchange,
  { role, needs, rateClass, acrossEnvironments }: ForMembers,
): Promise<MemberCaller | SignedInMember> {
  const member = await admitSession(exchange, rateClass, (candidate) => {
    requireNoGuest(candidate);
    if (needs) requireKind(candidate, needs);
    requireRole(candidate, role);
  });
  if (!member) {
    requireAllowance(await takeFromAddress(exchange));
    throw new AppError("unauthorized", { message: "Not signed in, or the session has ended" });
  }
  return acrossEnvironments ? member : chooseEnvironment(exchange, member);
}

/**
 * The member whose session came with the request, once `judge` has not thrown; undefined without
 * one. Throws `forbidden` for another site's request as well, and `rate_limit_exceeded`.
 */
export async function admitSession(
  exchange: Exchange,
  rateClass: RateClass,
  judge: (member: SignedInMember) => void,
): Promise<SignedInMember | undefined> {
  const { request } = exchange;
  const isOfWallet = request.headers.get(SESSION_HEADER) === WALLET;
  const find = isOfWallet ? findWalletSession : findSession;
  const found = await find(request.headers.get("cookie"));
  if (!found) return undefined;

  const { id: memberId, organizationId, role, tier, kind, guest } = found;
  exchange.caller = { organizationId, memberId };
  const allowance = await takeFromCaller(exchange, { id: memberId, tier }, rateClass);
  requireSameOrigin(request);
  const scopes = guest ? issuerScopes : scopesOfMember(kind, role);
  const member = { via: "session" as const, organizationId, memberId, role, tier, scopes, guest };
  judge(member);
  requireAllowance(allowance);
  return member;
}

/** Throws `invalid_request` where X-Environment names none that is served here. */
export function chooseEnvironment(exchange: Exchange, member: SignedInMember): MemberCaller {
  const environment = readEnvironment(exchange.request.headers);
  if (member.guest && environment !== "development") throw guestRefused();

  const caller = { ...member, environment };
  exchange.caller = caller;
  return caller;
}

function requireNoGuest(member: SignedInMember): void {
  if (member.guest) throw guestRefused();
}

function guestRefused(): AppError {
  return new AppError("forbidden", {
    message: "Guests of the demo wallet may not do this",
    details: "Sign in as a member of an organization",
  });
}

/** A merchant has no cardholders, and an issuer no payments, whoever asks. */
function requireKind({ scopes }: SignedInMember, needs: Scope): void {
  if (scopes.includes(needs)) return;

  throw new AppError("forbidden", {
    message: "This is not for organizations of your kind",
    details: `scope ${needs} is needed, which its kind does not have`,
  });
}

function requireRole(member: SignedInMember, role: ForMembers["role"]): void {
  if (includesRole(member.role, role)) return;

  throw new AppError("forbidden", {
    message: "Your role does not allow this",
    details: `role ${role} is needed`,
  });
}

function readEnvironment(headers: Headers): Environment {
  const { environments } = config();
  const environment = environments.find((name) => name === headers.get("x-environment"));
  if (environment) return environment;

  throw new AppError("invalid_request", {
    message: "Say which environment is meant",
    details: `X-Environment: must be one of ${environments.join(", ")}`,
  });
}
