import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Scope } from "#lib/contract/scope.ts";
import type { Tier } from "#lib/contract/tier.ts";

/** Whose data it is. Goes into every query. */
export type Tenant = {
  organizationId: string;
  environment: Environment;
};

/** On whose behalf a request acts that brings an API key. */
export type Caller = Tenant & {
  apiKeyId: string;
  tier: Tier;
  scopes: readonly Scope[];
};

/** A member signed in to a console, acting for the organization in one environment. */
export type MemberCaller = Tenant & {
  memberId: string;
  role: Role;
  tier: Tier;
};
