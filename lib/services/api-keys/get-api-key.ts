import type { Tenant } from "#lib/auth/caller.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { pool, type Queryable } from "#lib/storage/database.ts";
import { findManagedApiKey, type ManagedApiKey } from "#lib/storage/managed-api-keys.ts";

/** Throws `not_found`, for another organization's or environment's key as well. */
export async function getApiKey(
  tenant: Tenant,
  id: string,
  connection: Queryable = pool(),
): Promise<ManagedApiKey> {
  const key = await findManagedApiKey(connection, tenant, id);
  if (!key) throw new AppError("not_found", { message: "No such API key in this environment" });
  return key;
}
