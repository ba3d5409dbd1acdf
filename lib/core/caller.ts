import type { Role, Scope } from "./permissions.ts";
import type { Tier } from "./tiers.ts";
import type { AnyEnvironment, Environment } from "./vocabulary.ts";

/** The owner of the data; part of every query. */
export type Tenant = {
  organizationId: string;
  environment: AnyEnvironment;
};

/** An organization's data in one of its environments, which the demo's is not. */
type OrganizationTenant = Tenant & { environment: Environment };

/** The caller on whose behalf a request acts: an API key, a session, or a visit, as `via` says. */
export type Caller = KeyCaller | MemberCaller | VisitCaller;

export type KeyCaller = OrganizationTenant & {
  via: "key";
  apiKeyId: string;
  tier: Tier;
  scopes: readonly Scope[];
  /** Whether the organization's payments must be signed in this environment. */
  requiresSignature: boolean;
};

/** The actor, as it is stored with the act. */
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
  /** The scopes of the member without an API key. */
  scopes: readonly Scope[];
  /** The environments that the operator has opened to the organization. */
  approvedEnvironments: readonly Environment[];
};

/** A visitor of the demo, who can only reach their own data: see the room `visits`. */
export type VisitCaller = Tenant & { via: "visit"; visitId: string };

/**
 * The front door passes the client's address to Next, which does not see the socket, in this header. It
 * replaces the value that a client sends under this name.
 */
export const CLIENT_ADDRESS_HEADER = "x-sealslip-client-address";
