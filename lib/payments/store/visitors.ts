import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";

/**
 * Deletes payments to cards that no visit claims, with their events and records; those that a process
 * is busy with stay. Reads the cards of visits, which another room owns. By hand: one statement, all
 * or nothing, as one range of the index, or it would read the payments of everybody else.
 */
export async function deleteVisitorsPayments(
  { organizationId, environment }: Tenant,
  limit: number,
): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `WITH removed AS (
       DELETE FROM payment WHERE (environment, card_index, id) IN (
         SELECT p.environment, p.card_index, p.id FROM payment p
         WHERE ${inRange}
           AND (p.claimed_until IS NULL OR p.claimed_until < now())
           AND NOT EXISTS (SELECT FROM visit_card v WHERE v.card_index = p.card_index)
         LIMIT $5 FOR UPDATE OF p SKIP LOCKED)
       RETURNING id
     ), pending AS (
       DELETE FROM pending_payment q USING removed WHERE q.payment_id = removed.id
     ), events AS (
       DELETE FROM payment_event e USING removed
       WHERE e.organization_id = $1 AND e.environment = $2 AND e.payment_id = removed.id
     ), records AS (
       DELETE FROM idempotency_record r USING removed WHERE r.payment_id = removed.id
     ), identifiers AS (
       DELETE FROM escrow_identifier i USING removed WHERE i.payment_id = removed.id
     ), claims AS (
       DELETE FROM claim_code c USING removed WHERE c.payment_id = removed.id
     )
     SELECT count(*)::int AS count FROM removed`,
    // Every id of a payment or a refund is in between.
    [organizationId, environment, "", "s", limit],
  );
  return rows[0]?.count ?? 0;
}
