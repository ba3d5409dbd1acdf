import { batched } from "#lib/core/batched.ts";
import { asyncCommitPipeline, pool } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { isRefused, type Transaction } from "#lib/storage/transaction.ts";
import { type Payment, type PaymentKey, selectMovedPayment } from "./payment.ts";

/** What the provider calls the payment, and its client secret, encrypted. */
export type ProviderNames = {
  orderId: string;
  clientSecret: Uint8Array;
  providerReference: string;
};

export type PaymentResult =
  | ({ status: "succeeded" | "requires_confirmation" } & ProviderNames)
  | {
      status: "failed";
      declineCode: string;
      /** The attempt that failed: that says nothing about a later one. Null for the whole payment. */
      attempt: number | null;
    }
  | { status: "canceled" };

/**
 * The one place where a payment changes its status, wherever the news comes from: the answer to a
 * call, the job that repeats it, or a notification. What the gateway is asked for is deleted with it,
 * and with a payment that failed or was canceled its receipt. Returns whether the status changed.
 */
export async function updateResult(
  key: PaymentKey,
  result: PaymentResult,
  transaction?: Transaction,
): Promise<boolean> {
  const db = transaction ?? pool();
  const [settled] = await settle(db, [{ key, result }]);
  return (settled ?? (await updateSettled(db, key, result))) !== undefined;
}

/** The wish to cancel it, which may have come while its provider was asked. */
type Settled = Pick<Payment, "cancelRequestedAt">;

/**
 * The same in one statement with the results of other payments, and without waiting for the disk.
 * Lost in a crash of the database, the payment is pending again, and its gateway asked again. Undefined
 * where the status did not change.
 */
export async function updateResultInBatch(
  key: PaymentKey,
  result: PaymentResult,
): Promise<Settled | undefined> {
  const settled = await settleTogether({ key, result });
  return settled ?? (await updateSettled(asyncCommitPipeline(), key, result));
}

async function updateSettled(
  db: Queryable,
  key: PaymentKey,
  result: PaymentResult,
): Promise<Settled | undefined> {
  const changed = await insertTransition(db, key, result);
  if (changed) return changed;
  const moved = await selectMovedPayment(key, db);
  if (!moved) return undefined;
  const [settled] = await settle(db, [{ key: moved, result }]);
  return settled ?? (await updateSettled(db, moved, result));
}

type Settlement = { key: PaymentKey; result: PaymentResult };

const settleTogether = batched(
  (settlements: readonly Settlement[]) => settle(asyncCommitPipeline(), settlements),
  isRefused,
);

/** Longer than any call that was on its way when the payment was canceled. */
const LATE_LOOK = "2 hours";
const FIRST_LOOK = "10 seconds";

const settledRows = parameterRows({
  environment: "environment",
  cardIndex: "bytea",
  id: "text",
  status: "payment_status",
  orderId: "text",
  clientSecret: "bytea",
  providerReference: "text",
  declineCode: "text",
  attempt: "int",
});

const toSettledRow = ({ key, result }: Settlement) => ({
  ...key,
  status: result.status,
  orderId: orderIdOf(result),
  clientSecret: clientSecretOf(result),
  providerReference: providerReferenceOf(result),
  declineCode: declineCodeOf(result),
  attempt: attemptOf(result),
});

const settleSql = `
  WITH settled AS (
    UPDATE payment p
    SET status = r.status, order_id = coalesce(r.order_id, p.order_id),
        client_secret = coalesce(r.client_secret, p.client_secret),
        provider_reference = coalesce(r.provider_reference, p.provider_reference),
        decline_code = r.decline_code, claimed_until = NULL, updated_at = now(),
        settled_at = now(), ${ending("r.status")}
    FROM (SELECT ${settledRows.list}) AS r
    WHERE p.environment = r.environment AND p.card_index = r.card_index AND p.id = r.id
      AND (p.order_id IS NULL OR r.order_id IS NULL OR p.order_id = r.order_id)
      AND (r.attempt IS NULL OR p.gateway_attempts = r.attempt)
      AND p.status = 'pending'
    RETURNING p.id, p.status, p.cancel_requested_at
  ), finished AS (
    DELETE FROM pending_payment q USING settled
    WHERE q.payment_id = settled.id AND ${isFinal("settled")}
  ), waiting AS (
    UPDATE pending_payment q SET gateway_request = NULL, ${nextLook("settled.status")}
    FROM settled
    WHERE q.payment_id = settled.id AND NOT ${isFinal("settled")}
  )
  SELECT id, cancel_requested_at AS "cancelRequestedAt" FROM settled`;

/**
 * The first result of pending payments; undefined for one that is not pending, or has been moved away
 * from its key. By hand, because every payment waits for it.
 */
async function settle(
  db: Queryable,
  settlements: readonly Settlement[],
): Promise<(Settled | undefined)[]> {
  // In the order in which an erasure takes them, so that neither deadlocks with the other.
  const ordered = settlements.toSorted((a, b) => (a.key.id < b.key.id ? -1 : 1));
  const { rows } = await db.query<Settled & { id: string }>({
    name: "settle",
    text: settleSql,
    values: settledRows.values(ordered.map(toSettledRow)),
  });
  const settled = new Map(rows.map((row) => [row.id, row]));
  return settlements.map(({ key }) => settled.get(key.id));
}

/**
 * A later result of a payment; news that is out of date changes nothing. What was true until now goes
 * into the payment's events with the change. Undefined where the status did not change. By hand, because the
 * event needs the row as it was under the lock.
 */
async function insertTransition(
  db: Queryable,
  { environment, cardIndex, id }: PaymentKey,
  result: PaymentResult,
): Promise<Settled | undefined> {
  const { rows } = await db.query<Settled>({
    name: "insert-transition",
    text: `
      WITH was AS (
        SELECT environment, card_index, id, status, decline_code FROM payment
        WHERE environment = $1 AND card_index = $2 AND id = $3
        FOR UPDATE
      ), changed AS (
        UPDATE payment p
        SET status = $4::payment_status, order_id = coalesce($5::text, order_id),
            client_secret = coalesce($6::bytea, client_secret),
            provider_reference = coalesce($7::text, provider_reference), decline_code = $8,
            claimed_until = NULL, updated_at = now(), ${ending("$4::payment_status")}
        FROM was
        WHERE p.environment = was.environment AND p.card_index = was.card_index AND p.id = was.id
          AND (order_id IS NULL OR $5::text IS NULL OR order_id = $5::text)
          AND was.status = 'requires_confirmation'
          AND $4::payment_status IN ('succeeded', 'failed', 'canceled')
          AND ($9::int IS NULL OR gateway_attempts = $9::int)
        RETURNING p.organization_id, p.environment, p.id, p.status, p.cancel_requested_at,
                  was.status AS previous_status, p.decline_code
      ), finished AS (
        DELETE FROM pending_payment q USING changed
        WHERE q.payment_id = changed.id AND ${isFinal("changed")}
      ), waiting AS (
        UPDATE pending_payment q SET ${nextLook("changed.status")}
        FROM changed WHERE q.payment_id = changed.id AND NOT ${isFinal("changed")}
      ), event AS (
        INSERT INTO payment_event (
          organization_id, environment, payment_id, kind, previous_status, decline_code)
        SELECT organization_id, environment, id, $4::text::payment_event_kind, previous_status,
               decline_code
        FROM changed
      )
      SELECT cancel_requested_at AS "cancelRequestedAt" FROM changed`,
    values: [
      environment,
      cardIndex,
      id,
      result.status,
      orderIdOf(result),
      clientSecretOf(result),
      providerReferenceOf(result),
      declineCodeOf(result),
      attemptOf(result),
    ],
  });
  return rows[0];
}

/** The receipt of a payment that is never paid is destroyed with that news; the others stay as they are. */
export function deleteReceipt(condition: string): string {
  const columns = {
    receipt_status: "'void'",
    cardholder_id: "NULL",
    key_id: "NULL",
    escrow_version: "NULL",
    encrypted_key: "NULL",
    ciphertext: "''",
  };
  return Object.entries(columns)
    .map(([column, end]) => `${column} = CASE WHEN ${condition} THEN ${end} ELSE p.${column} END`)
    .join(", ");
}

/** What ends with a payment that failed or was canceled. */
function ending(status: string): string {
  return `
            canceled_at = CASE WHEN ${status} = 'canceled' THEN now() ELSE p.canceled_at END,
            ${deleteReceipt(`${status} IN ('failed', 'canceled')`)}`;
}

/** What was paid although its cancellation was requested is left to the job, which refunds it. */
function isFinal(payment: string): string {
  return `(${payment}.status = 'failed'
               OR (${payment}.status = 'succeeded' AND ${payment}.cancel_requested_at IS NULL))`;
}

/** When the job asks the provider about a payment that it has taken, or that was canceled there. */
function nextLook(status: string): string {
  return `
          checks = 0,
          next_check_at = now() + CASE ${status} WHEN 'canceled' THEN interval '${LATE_LOOK}'
                                                 WHEN 'succeeded' THEN interval '0'
                                                 ELSE interval '${FIRST_LOOK}' END`;
}

const providerReferenceOf = (result: PaymentResult) =>
  "providerReference" in result ? result.providerReference : null;
const orderIdOf = (result: PaymentResult) => ("orderId" in result ? result.orderId : null);
const clientSecretOf = (result: PaymentResult) =>
  "clientSecret" in result ? result.clientSecret : null;
const declineCodeOf = (result: PaymentResult) =>
  "declineCode" in result ? result.declineCode : null;
const attemptOf = (result: PaymentResult) => ("attempt" in result ? result.attempt : null);
