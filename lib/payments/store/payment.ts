import { config } from "#lib/config.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { asyncCommitPipeline, pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { type Payment, type PaymentKey, paymentColumns } from "./columns.ts";

export type { Payment, PaymentKey } from "./columns.ts";

/** A payment of the merchant who created it. */
export async function selectPayment(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<Payment | undefined> {
  return await selectPaymentWhere(pool(), {
    name: "find-payment",
    condition: "p.id = $1 AND p.organization_id = $2 AND p.environment = $3",
    values: [id, organizationId, environment],
  });
}

async function selectPaymentByKey({
  environment,
  cardIndex,
  id,
}: PaymentKey): Promise<Payment | undefined> {
  return await selectPaymentWhere(asyncCommitPipeline(), {
    name: "find-payment-by-key",
    condition: "p.environment = $1 AND p.card_index = $2 AND p.id = $3",
    values: [environment, cardIndex, id],
  });
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

export type IdempotencyEntry = { keyHash: Uint8Array; fingerprint: Uint8Array; payment: Payment };

/**
 * The payments that have any of these keys. By hand, because a retried payment waits for it; in two
 * steps and without a join, because the records may stand on another machine than the payments.
 */
export async function selectByIdempotencyKeys(
  { organizationId, environment }: Tenant,
  keyHashes: Uint8Array[],
): Promise<IdempotencyEntry[]> {
  const { rows } = await asyncCommitPipeline().query<
    Omit<IdempotencyEntry, "payment"> & PaymentKey
  >({
    name: "find-idempotency-records",
    text: `
      SELECT key_hash AS "keyHash", fingerprint, environment, card_index AS "cardIndex",
             payment_id AS id
      FROM idempotency_record
      WHERE organization_id = $1 AND environment = $2 AND key_hash = ANY ($3)`,
    values: [organizationId, environment, keyHashes],
  });
  const entries = rows.map(async ({ keyHash, fingerprint, ...key }) => {
    // No longer there where an erasure came between the two look-ups.
    const payment =
      (await selectPaymentByKey(key)) ??
      (await selectPayment({ organizationId, environment }, key.id));
    return payment ? [{ keyHash, fingerprint, payment }] : [];
  });
  return (await Promise.all(entries)).flat();
}

const CLAIM_MARGIN_MS = 2_000;

/**
 * How long one call may be busy with the gateway, milliseconds: longer than any gateway call, so
 * that only the payment of a dead process is ever taken over.
 */
export function claimMs(): number {
  return config().gatewayTimeoutMs + CLAIM_MARGIN_MS;
}

/**
 * Takes over a payment that nobody is busy with. Undefined where somebody else was faster. By hand,
 * because the database's clock decides when a claim is over.
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
      WHERE p.environment = $1 AND p.card_index = $2 AND p.id = $3 AND p.status = 'pending'
        AND (p.claimed_until IS NULL OR p.claimed_until <= now())
      RETURNING ${paymentColumns}`,
    values: [environment, cardIndex, id, claimMs()],
  });
  return rows[0];
}

/**
 * Lets the next attempt begin at once: the gateway gave no answer, or was not even asked, which does
 * not count as an attempt. Somebody else's claim stays. By hand, because an attempt is counted back in
 * the same statement.
 */
export async function releasePayment(
  { environment, cardIndex, id, gatewayAttempts }: PaymentKey & Pick<Payment, "gatewayAttempts">,
  { wasAsked } = { wasAsked: true },
): Promise<void> {
  const { rowCount } = await pool().query({
    name: "release-payment",
    text: `
      UPDATE payment
      SET claimed_until = NULL, updated_at = now(),
          gateway_attempts = gateway_attempts - CASE WHEN $5::boolean THEN 0 ELSE 1 END
      WHERE environment = $1 AND card_index = $2 AND id = $3 AND status = 'pending'
        AND gateway_attempts = $4`,
    values: [environment, cardIndex, id, gatewayAttempts, wasAsked],
  });
  if (rowCount === 1) return;
  const moved = await selectMovedPayment({ environment, cardIndex, id }, pool());
  if (moved) await releasePayment({ ...moved, gatewayAttempts }, { wasAsked });
}

/** A pending payment, when it may be taken up, and what its gateway is asked for, encrypted. */
export type UnfinishedPayment = Payment & {
  gatewayRequest: Uint8Array;
  dueAt: Date;
  isDue: boolean;
};

const MAX_RETRY_DELAY_SECONDS = 3600;

/**
 * When a pending payment may be taken up: at the end of its claim or, where the gateway gave no
 * answer, after a delay that doubles with each attempt.
 */
const dueAt = `
  coalesce(p.claimed_until, p.updated_at + make_interval(
    secs => least(${MAX_RETRY_DELAY_SECONDS}, power(2, least(p.gateway_attempts, 30)))))`;

/** The pending payments of all organizations, the first due first. By hand for the expression above. */
export async function selectUnfinished(limit: number): Promise<UnfinishedPayment[]> {
  const { rows } = await pool().query<UnfinishedPayment>({
    name: "list-unfinished",
    text: `
      SELECT ${paymentColumns}, q.gateway_request AS "gatewayRequest", ${dueAt} AS "dueAt",
             ${dueAt} <= now() AS "isDue"
      FROM pending_payment q JOIN payment p ON p.id = q.payment_id
      WHERE p.status = 'pending'
      ORDER BY "dueAt" LIMIT $1`,
    values: [limit],
  });
  return rows;
}
