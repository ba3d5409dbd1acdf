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
 * As if that much time had passed for the sale's refunds. Their age counts only in the service, so that it
 * may be more than the difference between two clocks.
 */
export async function ageRefunds(sale: SaleKey, seconds: number): Promise<void> {
  await change(
    sale,
    `SET created_at = p.created_at -
           CASE WHEN p.refund_of IS NULL THEN interval '0' ELSE make_interval(secs => $3) END`,
    [seconds],
  );
}

/** Whoever is busy with the sale is thought dead, though it may only have stood still: its claim is over. */
export async function endClaims(sale: SaleKey): Promise<void> {
  await change(sale, "SET claimed_until = now() - interval '1 second'");
}

/** As if the pauses before the job's next look were over. Returns how many payments it has to look at. */
export async function makeDue(sale: SaleKey): Promise<number> {
  await change(
    sale,
    `SET claimed_until = NULL, updated_at = now() - interval '3 minutes',
         created_at = least(created_at, now() - interval '3 minutes')`,
  );
  const { tenant, receiptId } = sale;
  const { rowCount } = await pool().query(
    `UPDATE pending_payment q
     SET next_check_at = CASE WHEN q.next_check_at IS NOT NULL THEN now() - interval '1 second' END
     FROM payment p LEFT JOIN payment s ON s.id = p.refund_of
     WHERE q.payment_id = p.id AND p.organization_id = $1 AND coalesce(s.receipt_id, p.receipt_id) = $2`,
    [tenant.organizationId, receiptId],
  );
  return rowCount ?? 0;
}

async function change(
  { tenant, receiptId }: SaleKey,
  assignments: string,
  values: unknown[] = [],
): Promise<void> {
  await pool().query(
    `${rowsOfSale}
     UPDATE payment p ${assignments} FROM locked
     WHERE p.environment = locked.environment AND p.card_index = locked.card_index
       AND p.id = locked.id AND p.status IN ('pending', 'requires_confirmation', 'canceled')`,
    [tenant.organizationId, receiptId, ...values],
  );
}
