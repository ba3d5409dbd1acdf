import { actOfOperator } from "#lib/audit/act.ts";
import { markRevoked, selectRevokedIds, selectUnrevoked } from "./store.ts";

// What only the operator of the service does. No route leads here: `npm run admin` does.

/** The ids of all keys that were revoked. */
export async function listRevokedKeys(): Promise<string[]> {
  return await selectRevokedIds();
}

/** Revokes the keys that a restored backup has brought back, and returns their ids. */
export async function revokeAgain(apiKeyIds: readonly string[]): Promise<string[]> {
  const alive = await selectUnrevoked(apiKeyIds);
  for (const { id, ...tenant } of alive) {
    const details = { environment: tenant.environment, target: id };
    await markRevoked(tenant, id, actOfOperator(tenant.organizationId, "api_key.revoked", details));
  }
  return alive.map(({ id }) => id);
}
