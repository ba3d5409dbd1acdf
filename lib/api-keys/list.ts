import type { MemberCaller, Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { type ApiKeyResource, EXPIRING_MS } from "./contract.ts";
import { type ManagedApiKey, selectManagedApiKey, selectManagedApiKeys } from "./store.ts";

/** The organization's keys in the environment that it looks at. */
export async function listApiKeys({ caller }: { caller: MemberCaller }): Promise<ApiKeyResource[]> {
  const keys = await selectManagedApiKeys(caller, new Date());
  return keys.map(describeApiKey);
}

/** Throws `not_found`, for another organization's or environment's key as well. */
export async function getApiKey(
  tenant: Tenant,
  id: string,
  connection: Queryable = pool(),
): Promise<ManagedApiKey> {
  const key = await selectManagedApiKey(connection, tenant, id);
  if (!key) throw new AppError("not_found", { message: "No such API key in this environment" });
  return key;
}

export function describeApiKey(key: ManagedApiKey): ApiKeyResource {
  return {
    ...key,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    status: statusOf(key),
  };
}

export function statusOf({
  expiresAt,
  revokedAt,
}: Pick<ManagedApiKey, "expiresAt" | "revokedAt">): ApiKeyResource["status"] {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";

  const leftMs = expiresAt.getTime() - Date.now();
  if (leftMs <= 0) return "expired";
  return leftMs <= EXPIRING_MS ? "expiring" : "active";
}
