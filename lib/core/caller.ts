import type { Role, Scope } from "./permissions.ts";
import type { Tier } from "./tiers.ts";
import type { AnyEnvironment, Environment } from "./vocabulary.ts";

/** Whose data it is; in every query. */
export type Tenant = {
  organizationId: string;
  environment: AnyEnvironment;
};

/** An organization's data in one of its environments, which the demo's is not. */
type OrganizationTenant = Tenant & { environment: Environment };

/** On whose behalf a request acts: an API key, a session, or a visit, as `via` says. */
export type Caller = KeyCaller | MemberCaller | VisitCaller;

export type KeyCaller = OrganizationTenant & {
  via: "key";
  apiKeyId: string;
  tier: Tier;
  scopes: readonly Scope[];
  /** Whether the organization's payments must be signed in this environment. */
  requiresSignature: boolean;
};

/** Who did something, as it is stored with what they did. */
export type Actor = { apiKeyId: string | null; memberId: string | null };

export function actorOf(caller: Caller): Actor {
  return {
    apiKeyId: caller.via === "key" ? caller.apiKeyId : null,
    memberId: caller.via === "session" ? caller.memberId : null,
  };
}

/** A member signed in to a console, acting for the organization in one environment. */
export type MemberCaller = SignedInMember & OrganizationTenant;

/** A member signed in to a console, for requests that concern no environment. */
export type SignedInMember = {
  via: "session";
  organizationId: string;
  memberId: string;
  sessionId: string;
  role: Role;
  tier: Tier;
  /** What the member may do in place of an API key. */
  scopes: readonly Scope[];
  /** Where the operator lets the organization act. */
  approvedEnvironments: readonly Environment[];
};

/** A stranger who tries the demo, and is let at nothing but what is its own: see the room `visits`. */
export type VisitCaller = Tenant & { via: "visit"; visitId: string };

/**
 * How the front door tells Next, which does not see the socket, where a request comes from. It replaces
 * whatever a client sends under this name.
 */
export const CLIENT_ADDRESS_HEADER = "x-sealslip-client-address";
