import type { Tenant } from "#lib/core/caller.ts";
import { isUndated, type Moment } from "#lib/events/outbox-past.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

// SQL by hand throughout: each takes part in the transaction that writes or removes a part of a history.

const moments = parameterRows({ id: "text", at: "timestamptz" });

const dated = (column: string) =>
  `${column} = CASE WHEN ${isUndated(`p.${column}`)} THEN w.at ELSE p.${column} END`;

const columns = ["settled_at", "updated_at", "delivered_at", "canceled_at"];

/** Gives what has just been written of payments its time: in their rows, and in their timelines. */
export async function datePayments(
  transaction: Transaction,
  written: readonly Moment[],
): Promise<void> {
  const values = moments.values(written);
  await transaction.query({
    name: "date-payments",
    text: `UPDATE payment p SET ${columns.map(dated).join(", ")}
           FROM (SELECT ${moments.list}) AS w WHERE p.id = w.id`,
    values,
  });
  await transaction.query({
    name: "date-payment-events",
    text: `UPDATE payment_event e SET at = w.at
           FROM (SELECT ${moments.list}) AS w JOIN payment p ON p.id = w.id
           WHERE e.organization_id = p.organization_id AND e.environment = p.environment
             AND e.payment_id = p.id AND ${isUndated("e.at")}`,
    values,
  });
}

/** Nothing is left to look at: what is canceled in a history was never charged. */
export async function deletePendingOf(
  transaction: Transaction,
  paymentIds: readonly string[],
): Promise<void> {
  await transaction.query("DELETE FROM pending_payment WHERE payment_id = ANY ($1)", [paymentIds]);
}

/** Deletes payments with their refunds and whatever belongs to them; returns the ids of all of them. */
export async function deletePayments(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  paymentIds: readonly string[],
): Promise<string[]> {
  const { rows } = await transaction.query<{ id: string }>(
    `WITH removed AS (
       DELETE FROM payment p
       WHERE (p.id = ANY ($3) OR p.refund_of = ANY ($3))
         AND p.organization_id = $1 AND p.environment = $2
       RETURNING p.id
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
     SELECT id FROM removed`,
    [organizationId, environment, paymentIds],
  );
  return rows.map(({ id }) => id);
}
