import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";

/** A sale with all attempts at it, and their refunds. */
export type SaleKey = { tenant: Tenant; receiptId: string };

/** Locked in the order in which the service locks them: the sale before its refunds. */
const rowsOfSale = `
  WITH sale AS (
    SELECT id, environment, card_index FROM payment
    WHERE organization_id = $1 AND receipt_id = $2 AND refund_of IS NULL
    ORDER BY id FOR UPDATE
  ), refund AS (
    SELECT id, environment, card_index FROM payment
    WHERE refund_of IN (SELECT id FROM sale) ORDER BY id FOR UPDATE
  ), locked AS (
    SELECT * FROM sale UNION ALL SELECT * FROM refund
  )`;

const isUnfinished = `
  p.environment = locked.environment AND p.card_index = locked.card_index AND p.id = locked.id
  AND p.status IN ('pending', 'requires_confirmation', 'canceled')`;

const olderRefunds = `
  CASE WHEN p.refund_of IS NULL THEN interval '0' ELSE interval '1 hour' END`;

/** As if that much time had passed for the sale. */
export async function passTime(sale: SaleKey, seconds: number): Promise<void> {
  await change(
    sale,
    `SET created_at = created_at - make_interval(secs => $3),
         updated_at = updated_at - make_interval(secs => $3),
         claimed_until = claimed_until - make_interval(secs => $3),
         cancel_requested_at = cancel_requested_at - make_interval(secs => $3)`,
    [seconds],
  );
}

/**
 * As if an hour had passed for the sale's refunds. Their age counts only in the service, so that it may be
 * more than the difference between two clocks.
 */
export async function ageRefunds(sale: SaleKey): Promise<void> {
  await change(sale, `SET created_at = p.created_at - ${olderRefunds}`);
}

/** Whoever is busy with the sale is thought dead, though it may only have stood still: its claim is over. */
export async function endClaims(sale: SaleKey): Promise<void> {
  await change(sale, "SET claimed_until = now() - interval '1 second'");
}

/**
 * As if the pauses before the job's next look were over, and the sale's refunds were an hour older. Returns
 * how many payments the job has to look at.
 */
export async function makeDue({ tenant, receiptId }: SaleKey): Promise<number> {
  const { rows } = await pool().query<{ pending: number }>({
    name: "model-make-due",
    text: `${rowsOfSale}, aged AS (
       UPDATE payment p
       SET claimed_until = NULL, updated_at = now() - interval '3 minutes',
           created_at = least(p.created_at, now() - interval '3 minutes') - ${olderRefunds}
       FROM locked WHERE ${isUnfinished}
     ), due AS (
       UPDATE pending_payment q
       SET next_check_at = CASE WHEN q.next_check_at IS NOT NULL THEN now() - interval '1 second' END
       FROM locked WHERE q.payment_id = locked.id
       RETURNING q.payment_id
     )
     SELECT count(*)::int AS pending FROM due`,
    values: [tenant.organizationId, receiptId],
  });
  return rows[0]?.pending ?? 0;
}

async function change(
  { tenant, receiptId }: SaleKey,
  assignments: string,
  values: unknown[] = [],
): Promise<void> {
  await pool().query(
    `${rowsOfSale}
     UPDATE payment p ${assignments} FROM locked WHERE ${isUnfinished}`,
    [tenant.organizationId, receiptId, ...values],
  );
}
