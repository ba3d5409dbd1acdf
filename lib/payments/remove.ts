import type { Tenant } from "#lib/core/caller.ts";
import { deleteVisitorsPayments } from "./store/visitors.ts";

/** Deletes payments of visits that have ended, `limit` at most, and whatever belongs to them. */
export async function removeVisitorsPayments(visitors: Tenant, limit: number): Promise<number> {
  return await deleteVisitorsPayments(visitors, limit);
}
