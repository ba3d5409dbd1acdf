import { actOfOperator } from "#lib/audit/act.ts";
import { markRevoked, selectRevokedIds, selectUnrevoked } from "./store.ts";

// Actions of the service's operator. No route calls them: `npm run admin` does.

/** The ids of all revoked keys. */
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
