import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { CallerDescription } from "./contract-caller.ts";
import { selectApiKey, selectOrganization } from "./store.ts";

/** The organization, environment, and scopes of the caller. Throws `unauthorized` for a visit, which has none. */
export async function describeCaller({ caller }: { caller: Caller }): Promise<CallerDescription> {
  if (caller.via === "visit") throw unauthorized();
  const { organizationId, environment, scopes } = caller;
  const [organization, key] = await Promise.all([
    selectOrganization(organizationId),
    caller.via === "key" ? selectApiKey(caller, caller.apiKeyId) : undefined,
  ]);
  if (!organization) throw unauthorized();
  const { name, kind } = organization;
  const apiKey = key && { id: key.id, name: key.name, hint: key.hint, expiresAt: key.expiresAt };
  return {
    organization: { organizationId, name, kind },
    environment,
    scopes: [...scopes],
    apiKey: apiKey ?? null,
  };
}

function unauthorized(): AppError {
  return new AppError("unauthorized", { message: "Invalid or missing API key" });
}
