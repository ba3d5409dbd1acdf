import type { Act } from "#lib/audit/act.ts";
import { actParts, actValues } from "#lib/audit/statement.ts";
import { config } from "#lib/config.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { eventPart, transitionStatement } from "#lib/transitions/transition.ts";
import { type Payment, type PaymentKey, paymentColumns } from "./columns.ts";

export type { Payment, PaymentKey } from "./columns.ts";

/** A payment of the merchant who created it. */
export async function selectPayment(
  { organizationId, environment }: Tenant,
  id: string,
  db: Queryable = pool(),
): Promise<Payment | undefined> {
  return await selectPaymentWhere(db, {
    name: "find-payment",
    condition: "p.id = $1 AND p.organization_id = $2 AND p.environment = $3",
    values: [id, organizationId, environment],
  });
}

/**
 * Payments and refunds of any organization. By hand: `OFFSET 0` keeps the look-ups one by one, which as a join might
 * read the whole table.
 */
export async function selectPaymentsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Payment[]> {
  const { rows } = await db.query<Payment>({
    name: "find-payments-by-id",
    text: `
      SELECT found.* FROM unnest($1::text[]) AS wanted (id)
      CROSS JOIN LATERAL (
        SELECT ${paymentColumns} FROM payment p WHERE p.id = wanted.id OFFSET 0) found`,
    values: [ids],
  });
  return rows;
}

/** The payment as it is now. Payments are deleted with visits of the demo alone. */
export async function getPaymentRow(payment: Payment): Promise<Payment> {
  const now = await selectPayment(payment, payment.id);
  if (!now) throw new Error("a payment that was just read is gone");
  return now;
}

/** Where a payment stands now, if an erasure has moved it away from `key`. */
export async function selectMovedPayment(
  { environment, cardIndex, id }: PaymentKey,
  db: Queryable,
): Promise<Payment | undefined> {
  return await selectPaymentWhere(db, {
    name: "find-moved-payment",
    condition: "p.id = $1 AND p.environment = $2 AND p.card_index <> $3",
    values: [id, environment, cardIndex],
  });
}

type OnePayment = { name: string; condition: string; values: unknown[]; columns?: string };

/** By hand, because a retried payment waits for it: one prepared statement for each way to look. */
export async function selectPaymentWhere<Row extends object = Payment>(
  db: Queryable,
  { name, condition, values, columns = paymentColumns }: OnePayment,
): Promise<Row | undefined> {
  const text = `SELECT ${columns} FROM payment p WHERE ${condition}`;
  const { rows } = await db.query<Row>({ name, text, values });
  return rows[0];
}

const CLAIM_MARGIN_MS = 2_000;

/** How long a claim lasts, milliseconds: longer than one call to a gateway. An attempt with two calls renews it. */
export function claimMs(): number {
  return config().gatewayTimeoutMs + CLAIM_MARGIN_MS;
}

/**
 * Claims a payment that no other call holds, to charge it, to end it, or to ask what became of it.
 * Undefined where another call was faster. By hand, because the database's clock decides when a claim
 * is over.
 */
export async function claimPayment({
  environment,
  cardIndex,
  id,
}: PaymentKey): Promise<Payment | undefined> {
  const { rows } = await pool().query<Payment>({
    name: "claim-payment",
    text: `
      UPDATE payment p
      SET claimed_until = now() + make_interval(secs => $4::float8 / 1000),
          gateway_attempts = least(gateway_attempts + 1, 32767), updated_at = now()
      WHERE p.environment = $1 AND p.card_index = $2 AND p.id = $3
        AND p.status IN ('pending', 'requires_confirmation', 'canceled')
        AND (p.claimed_until IS NULL OR p.claimed_until <= now())
      RETURNING ${paymentColumns}`,
    values: [environment, cardIndex, id, claimMs()],
  });
  return rows[0];
}

/** Claims the payment for as long again; false where another call has taken it over. */
export async function updateClaim({
  environment,
  cardIndex,
  id,
  gatewayAttempts,
}: Payment): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "renew-claim",
    text: `
      UPDATE payment SET claimed_until = now() + make_interval(secs => $5::float8 / 1000)
      WHERE environment = $1 AND card_index = $2 AND id = $3 AND gateway_attempts = $4
        AND claimed_until IS NOT NULL`,
    values: [environment, cardIndex, id, gatewayAttempts, claimMs()],
  });
  return rowCount === 1;
}

/**
 * Lets the next attempt begin at once: the gateway gave no answer, or was not even asked, which does
 * not count as an attempt. Another call's claim stays. By hand, because an attempt is counted back in
 * the same statement.
 */
export async function releasePayment(
  { environment, cardIndex, id, gatewayAttempts }: PaymentKey & Pick<Payment, "gatewayAttempts">,
  { wasAsked }: { wasAsked: boolean },
): Promise<void> {
  const { rowCount } = await pool().query({
    name: "release-payment",
    text: `
      UPDATE payment
      SET claimed_until = NULL, updated_at = now(),
          gateway_attempts = gateway_attempts - CASE WHEN $5::boolean THEN 0 ELSE 1 END
      WHERE environment = $1 AND card_index = $2 AND id = $3
        AND status IN ('pending', 'requires_confirmation', 'canceled') AND gateway_attempts = $4`,
    values: [environment, cardIndex, id, gatewayAttempts, wasAsked],
  });
  if (rowCount === 1) return;
  const moved = await selectMovedPayment({ environment, cardIndex, id }, pool());
  if (moved) await releasePayment({ ...moved, gatewayAttempts }, { wasAsked });
}

/**
 * Records that the payment is to be canceled: no attempt that begins from here on charges it, and what an earlier
 * one charges is refunded. The job looks at one that was paid already, too, in case the process dies before its
 * refund begins.
 */
export async function updateCancelRequested(
  { environment, id }: PaymentKey,
  act: Act,
): Promise<void> {
  await pool().query(cancelRequested, [id, environment, ...actValues(act)]);
}

const cancelRequested = transitionStatement({
  set: { cancel_requested_at: "now()" },
  where: `p.id = $1 AND p.environment = $2 AND p.cancel_requested_at IS NULL
        AND p.status IN ('pending', 'requires_confirmation', 'succeeded')`,
  returning: ["status"],
  event: { kind: "'cancel_requested'" },
  after: [
    `pending AS (
      INSERT INTO pending_payment (payment_id, next_check_at)
      SELECT id, now() + interval '1 minute' FROM changed WHERE status = 'succeeded'
      ON CONFLICT DO NOTHING
    )`,
    actParts("changed", 3),
  ],
});

/** Records in the payment's timeline, once, that its provider has it over other money. */
export async function insertMismatch({ organizationId, environment, id }: Payment): Promise<void> {
  await pool().query(mismatched, [organizationId, environment, id]);
}

const mismatched = `
  WITH payment AS (
    SELECT $1::text AS organization_id, $2::environment AS environment, $3::text AS id
    WHERE NOT EXISTS (
      SELECT FROM payment_event
      WHERE organization_id = $1 AND environment = $2::environment AND payment_id = $3
        AND kind = 'mismatched')
  ), ${eventPart({ from: "payment", paymentId: "id", kind: "'mismatched'" })}
  SELECT`;
