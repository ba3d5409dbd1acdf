import { findSession } from "#lib/accounts/find-session.ts";
import { config } from "#lib/config.ts";
import type { MemberCaller, SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { ForMembers } from "#lib/core/operation.ts";
import { includesRole, type Scope, scopesOfMember } from "#lib/core/permissions.ts";
import type { RateClass } from "#lib/core/tiers.ts";
import type { Environment, OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Exchange } from "./exchange.ts";
import { notApproved } from "./not-approved.ts";
import { requireAllowance, takeFromAddress, takeFromCaller } from "./rate-limit.ts";
import { requireGuestMay } from "./require-guest-may.ts";
import { type NeededProof, requireProof } from "./require-proof.ts";

/**
 * Undefined without a session, if the operation allows that. Throws `unauthorized`, `forbidden`,
 * `rate_limit_exceeded`, or `invalid_request` for a missing environment, checked in this order.
 */
export async function authenticateMember(
  exchange: Exchange,
  operation: ForMembers & { operationId: string },
): Promise<MemberCaller | SignedInMember | undefined> {
  const { role, needs, acrossEnvironments, orNobody } = operation;
  const member = await admitSession(exchange, operation, (candidate) => {
    if (needs) requireKind(candidate, needs);
    requireRole(candidate, role);
  });
  if (!member) {
    requireAllowance(await takeFromAddress(exchange));
    if (orNobody) return undefined;
    throw new AppError("unauthorized", { message: "Not signed in, or the session has ended" });
  }
  return acrossEnvironments ? member : chooseEnvironment(exchange, member);
}

type Admission = { rateClass: RateClass; operationId: string } & NeededProof;

/**
 * The member whose session came with the request; undefined without one. Throws the errors of `judge` and
 * `requireProof`, `forbidden` for a request of another site, and `rate_limit_exceeded`.
 */
export async function admitSession(
  exchange: Exchange,
  { rateClass, operationId, ...proof }: Admission,
  judge: (member: SignedInMember & { kind: OrganizationKind }) => void,
): Promise<SignedInMember | undefined> {
  const { request } = exchange;
  const found = await findSession(request.headers.get("cookie"));
  if (!found) return undefined;

  const { id: sessionId, memberId, organizationId, role, tier, kind } = found;
  const { approvedEnvironments } = found;
  exchange.caller = { organizationId, memberId };
  const allowance = await takeFromCaller(exchange, { via: "session", memberId, tier }, rateClass);
  requireSameOrigin(request);
  const scopes = scopesOfMember(kind, role);
  const who = { organizationId, memberId, sessionId };
  const member = { via: "session" as const, ...who, role, tier, scopes, approvedEnvironments };
  requireGuestMay(found, { operationId });
  judge({ ...member, kind });
  requireAllowance(allowance);
  requireProof(found, proof);
  return member;
}

/**
 * Throws `invalid_request` unless X-Environment names one that is served here, and `forbidden` for one
 * that is not open to the organization.
 */
export function chooseEnvironment(exchange: Exchange, member: SignedInMember): MemberCaller {
  const environment = readEnvironment(exchange.request.headers);
  const caller = { ...member, environment };
  exchange.caller = caller;
  if (!member.approvedEnvironments.includes(environment)) throw notApproved(environment);
  return caller;
}

/** A merchant has no cardholders, and an issuer no payments. */
function requireKind({ scopes }: SignedInMember, needs: Scope): void {
  if (scopes.includes(needs)) return;

  throw new AppError("forbidden", {
    message: "Organizations of your kind cannot do this",
    details: `scope ${needs} is needed, which your kind of organization does not have`,
  });
}

function requireRole(member: SignedInMember, role: ForMembers["role"]): void {
  if (includesRole(member.role, role)) return;

  throw new AppError("forbidden", {
    message: "Your role does not allow this",
    details: `role ${role} is needed`,
  });
}

/** Throws `invalid_request`. */
export function readEnvironment(headers: Headers): Environment {
  const { environments } = config();
  const environment = environments.find((name) => name === headers.get("x-environment"));
  if (environment) return environment;

  throw new AppError("invalid_request", {
    message: "The environment is missing or unknown",
    details: `X-Environment: must be one of ${environments.join(", ")}`,
  });
}

const readMethods = new Set(["GET", "HEAD"]);

/**
 * Throws `forbidden` for a request of another site: browsers send the session with every request, including
 * those of other sites. A change is also refused if its origin is unknown.
 */
export function requireSameOrigin(request: Request): void {
  if (isSameOrigin(request) || (readMethods.has(request.method) && comesFromNoSite(request)))
    return;

  throw new AppError("forbidden", {
    message: "Only pages of this service may request this",
    details: "Sec-Fetch-Site or Origin: must be of the same origin",
  });
}

/** A typed address, or a client that is not a browser: no page of another site can read the answer. */
function comesFromNoSite({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? !headers.get("origin") : site === "none";
}

function isSameOrigin({ headers, url }: Request): boolean {
  // No page can set either header. The browser's own verdict comes first: no proxy changes it.
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";

  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { baseUrl } = config();
  return baseUrl === undefined
    ? // A proxy that ends TLS changes the scheme of what arrives here, not the host.
      new URL(origin).host === new URL(url).host
    : origin === new URL(baseUrl).origin;
}
