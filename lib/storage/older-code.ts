/** The first migration of the code that knows identifiers, devices, P-256 keys, and canceled references. */
export const IDENTIFIERS_SINCE = "20261128160000";

/** The first migration of the code that knows receipts which were sealed at the till. */
export const SEALED_AT_TILL_SINCE = "20261128180000";

/** The first migration of the code that knows the role `support`: older code would give it every scope. */
export const SUPPORT_ROLE_SINCE = "20261129130000";

/** Processes that were not seen for this long are dead, as for migrations that wait for them. */
const ALIVE = "1 minute";

/**
 * A condition of SQL: whether a process serves whose code is from before the migration, as while servers are replaced
 * one by one. What such code would misread is not written then.
 */
export function olderCodeServes(migration: string): string {
  return `EXISTS (
    SELECT FROM service_process
    WHERE migration < '${migration}' AND seen_at > now() - interval '${ALIVE}')`;
}
