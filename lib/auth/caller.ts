import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Scope } from "#lib/contract/scope.ts";
import type { Tier } from "#lib/contract/tier.ts";

/** Whose data it is. Goes into every query. */
export type Tenant = {
  organizationId: string;
  environment: Environment;
};

/** On whose behalf a request acts; `via` tells an API key from a session. */
export type Caller = KeyCaller | MemberCaller;

export type KeyCaller = Tenant & {
  via: "key";
  apiKeyId: string;
  tier: Tier;
  scopes: readonly Scope[];
};

/** Who it was, as it is kept with what they did. */
export type Actor = { apiKeyId: string | null; memberId: string | null };

export function actorOf(caller: Caller): Actor {
  return caller.via === "key"
    ? { apiKeyId: caller.apiKeyId, memberId: null }
    : { apiKeyId: null, memberId: caller.memberId };
}

/** A member signed in to a console, acting for the organization in one environment. */
export type MemberCaller = SignedInMember & Tenant;

/** A member signed in to a console, where what is asked for belongs to no environment. */
export type SignedInMember = {
  via: "session";
  organizationId: string;
  memberId: string;
  role: Role;
  /** A visitor of the demo wallet: the wallet's calls in development, and no console. */
  guest: boolean;
  tier: Tier;
  /** What the member may do in place of an API key. */
  scopes: readonly Scope[];
};
