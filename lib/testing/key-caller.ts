import type { KeyCaller, Tenant } from "#lib/core/caller.ts";
import { scopes } from "#lib/core/permissions.ts";

/** For a verb that is called without a request: a key that may do everything. */
export function keyCallerOf({ organizationId, environment }: Tenant): KeyCaller {
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
