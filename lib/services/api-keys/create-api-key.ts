import type { MemberCaller } from "#lib/auth/caller.ts";
import { newApiKey } from "#lib/auth/new-api-key.ts";
import { type ApiKeyRequest, type CreatedApiKey, MOST_API_KEYS } from "#lib/contract/api-keys.ts";
import { type Scope, scopesOfKind } from "#lib/contract/scope.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { pool } from "#lib/storage/database.ts";
import {
  countUsableApiKeys,
  findOrganizationKind,
  insertApiKey,
} from "#lib/storage/managed-api-keys.ts";
import { describeApiKey } from "./describe-api-key.ts";
import { getApiKey } from "./get-api-key.ts";

/**
 * Makes a key; its secret is in this answer and nowhere else.
 * Throws `invalid_request` that names the field, or `conflict` where there are too many.
 */
export async function createManagedApiKey({
  caller,
  request: { name, scopes, expiresAt = null, allowedAddresses },
}: {
  caller: MemberCaller;
  request: ApiKeyRequest;
}): Promise<CreatedApiKey> {
  const createdAt = new Date();
  if (expiresAt !== null && expiresAt <= createdAt) throw invalid("expiresAt: is in the past");
  await requireUsefulScopes(caller, scopes);
  await requireRoom(caller, createdAt);

  const { secret, row } = newApiKey({
    environment: caller.environment,
    name,
    scopes: [...new Set(scopes)],
  });
  await insertApiKey(pool(), caller, {
    ...row,
    allowedAddresses: [...new Set(allowedAddresses)],
    expiresAt,
    createdAt,
    createdBy: caller.memberId,
  });
  return { apiKey: describeApiKey(await getApiKey(caller, row.id)), secret };
}

async function requireUsefulScopes(
  { organizationId }: MemberCaller,
  scopes: readonly Scope[],
): Promise<void> {
  const kind = await findOrganizationKind(organizationId);
  const useful = kind ? scopesOfKind[kind] : [];
  if (scopes.every((scope) => useful.includes(scope))) return;

  throw invalid(`scopes: the keys of this organization may have ${useful.join(", ")}`);
}

async function requireRoom(caller: MemberCaller, now: Date): Promise<void> {
  if ((await countUsableApiKeys(caller, now)) < MOST_API_KEYS) return;

  throw new AppError("conflict", {
    message: "There are too many API keys in this environment; revoke one that is not used",
    details: `at most ${MOST_API_KEYS}`,
  });
}

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}
