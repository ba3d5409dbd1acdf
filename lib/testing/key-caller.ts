import type { KeyCaller, Tenant } from "#lib/core/caller.ts";
import { scopes } from "#lib/core/permissions.ts";
import { isOfOrganizations } from "#lib/core/vocabulary.ts";

/** For a verb that is called without a request: a key that may do everything. */
export function keyCallerOf({ organizationId, environment }: Tenant): KeyCaller {
  if (!isOfOrganizations(environment)) throw new Error("no key acts in the demo");
  return {
    via: "key",
    organizationId,
    environment,
    apiKeyId: "ak_test",
    tier: "enterprise",
    scopes,
    requiresSignature: false,
  };
}
