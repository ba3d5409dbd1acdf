import type { Environment } from "#lib/contract/environment.ts";
import type { Scope } from "#lib/contract/scope.ts";
import type { Tier } from "#lib/contract/tier.ts";

/** On whose behalf a request acts. Organization and environment go into every query. */
export type Caller = {
  organizationId: string;
  environment: Environment;
  apiKeyId: string;
  tier: Tier;
  scopes: readonly Scope[];
};
