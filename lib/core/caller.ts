import type { Role, Scope } from "./permissions.ts";
import type { Tier } from "./tiers.ts";
import type { Environment } from "./vocabulary.ts";

/** Whose data it is; in every query. */
export type Tenant = {
  organizationId: string;
  environment: Environment;
};

/** On whose behalf a request acts: an API key or a session, as `via` says. */
export type Caller = KeyCaller | MemberCaller;

export type KeyCaller = Tenant & {
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
  return caller.via === "key"
    ? { apiKeyId: caller.apiKeyId, memberId: null }
    : { apiKeyId: null, memberId: caller.memberId };
}

/** A member signed in to a console, acting for the organization in one environment. */
export type MemberCaller = SignedInMember & Tenant;

/** A member signed in to a console, for requests that concern no environment. */
export type SignedInMember = {
  via: "session";
  organizationId: string;
  memberId: string;
  role: Role;
  /** A visitor of the demo wallet, who may make the wallet's calls in development, and sees no console. */
  guest: boolean;
  tier: Tier;
  /** What the member may do in place of an API key. */
  scopes: readonly Scope[];
};

/**
 * How the front door tells Next, which does not see the socket, where a request comes from. It replaces
 * whatever a client sends under this name.
 */
export const CLIENT_ADDRESS_HEADER = "x-sealslip-client-address";
