import { batched } from "#lib/core/batched.ts";
import { pool, resultPipeline } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { isRefused, type Transaction } from "#lib/storage/transaction.ts";
import { deliveredWhen, transitionStatement, voidReceipt } from "#lib/transitions/transition.ts";
import { type Payment, type PaymentKey, selectMovedPayment } from "./payment.ts";

/** What the provider calls the payment, with its client secret and what is known for matching, both encrypted. */
export type ProviderNames = {
  orderId: string;
  clientSecret: Uint8Array;
  providerReference: string;
  /** Null where nothing is new. */
  matchData: Uint8Array | null;
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

/** Set if a cancellation was requested, perhaps while the provider was asked. */
type Settled = Pick<Payment, "cancelRequestedAt">;

/**
 * Records a result from any source: the answer to a call, the job that repeats it, or a notification. The request
 * to the gateway is deleted with it, and so is the receipt of a payment that failed or was canceled. An outdated
 * result changes nothing. Returns whether the status changed.
 */
export async function updateResult(
  key: PaymentKey,
  result: PaymentResult,
  transaction?: Transaction,
): Promise<boolean> {
  const db = transaction ?? pool();
  const [settled] = await writeResults(db, [{ key, result }]);
  return (settled ?? (await retryResult(db, key, result))) !== undefined;
}

/** The same in one statement with the results of other payments. Undefined where the status did not change. */
export async function updateResultInBatch(
  key: PaymentKey,
  result: PaymentResult,
): Promise<Settled | undefined> {
  const settled = await writeTogether({ key, result });
  return settled ?? (await retryResult(resultPipeline(), key, result));
}

/** A result, and of which payment. */
export type Settlement = { key: PaymentKey; result: PaymentResult };

/** Records the first results of payments in one statement; those that are no longer pending stay as they are. */
export async function updateResults(
  transaction: Transaction,
  settlements: readonly Settlement[],
): Promise<void> {
  await writeResults(transaction, settlements);
}

const writeTogether = batched(
  (settlements: readonly Settlement[]) => writeResults(resultPipeline(), settlements),
  isRefused,
);

/** For a payment that is no longer pending, or that an erasure has moved away from its key. */
async function retryResult(
  db: Queryable,
  key: PaymentKey,
  result: PaymentResult,
): Promise<Settled | undefined> {
  const [changed] = await writeResults(db, [{ key, result }], "requires_confirmation");
  if (changed) return changed;
  const moved = await selectMovedPayment(key, db);
  if (!moved) return undefined;
  const [settled] = await writeResults(db, [{ key: moved, result }]);
  return settled ?? (await retryResult(db, moved, result));
}

/** Longer than any call that was on its way when the payment was canceled. */
const LATE_LOOK = "2 hours";
const FIRST_LOOK = "10 seconds";

const resultRows = parameterRows({
  environment: "environment",
  cardIndex: "bytea",
  id: "text",
  status: "payment_status",
  orderId: "text",
  clientSecret: "bytea",
  providerReference: "text",
  matchData: "bytea",
  declineCode: "text",
  attempt: "int",
});

const toResultRow = ({ key, result }: Settlement) => {
  const names = "orderId" in result ? result : undefined;
  const failure = "attempt" in result ? result : undefined;
  return {
    ...key,
    status: result.status,
    orderId: names?.orderId ?? null,
    clientSecret: names?.clientSecret ?? null,
    providerReference: names?.providerReference ?? null,
    matchData: names?.matchData ?? null,
    declineCode: failure?.declineCode ?? null,
    attempt: failure?.attempt ?? null,
  };
};

/** What was paid although its cancellation was requested is left to the job, which refunds it. */
const needsNoLook = `(changed.status = 'failed'
        OR (changed.status = 'succeeded' AND changed.cancel_requested_at IS NULL))`;

const resultStatement = (from: "pending" | "requires_confirmation") =>
  transitionStatement({
    status: { of: "payment", from: [from], to: "r.status" },
    receipt: voidReceipt("r.status IN ('failed', 'canceled')"),
    set: {
      order_id: "coalesce(r.order_id, p.order_id)",
      client_secret: "coalesce(r.client_secret, p.client_secret)",
      provider_reference: "coalesce(r.provider_reference, p.provider_reference)",
      match_data: "coalesce(r.match_data, p.match_data)",
      decline_code: "r.decline_code",
      claimed_until: "NULL",
      updated_at: "now()",
      delivered_at: deliveredWhen("r.status = 'succeeded'"),
      canceled_at: "CASE WHEN r.status = 'canceled' THEN now() ELSE p.canceled_at END",
      // The row keeps the time of the first result; an event has that of a later one.
      ...(from === "pending" && { settled_at: "now()" }),
    },
    from: `(SELECT ${resultRows.list}) AS r`,
    where: `p.environment = r.environment AND p.card_index = r.card_index AND p.id = r.id
        AND (p.order_id IS NULL OR r.order_id IS NULL OR p.order_id = r.order_id)
        AND (r.attempt IS NULL OR p.gateway_attempts = r.attempt)`,
    returning: ["status", "cancel_requested_at", "decline_code"],
    ...(from !== "pending" && {
      event: { kind: "status", previousStatus: `'${from}'`, declineCode: "decline_code" },
    }),
    after: [
      `finished AS (
      DELETE FROM pending_payment q USING changed WHERE q.payment_id = changed.id AND ${needsNoLook}
    )`,
      // When the job asks the provider about a payment that it has taken, or that was canceled there.
      `waiting AS (
      UPDATE pending_payment q
      SET gateway_request = NULL, checks = 0,
          next_check_at = now() + CASE changed.status WHEN 'canceled' THEN interval '${LATE_LOOK}'
                                                      WHEN 'succeeded' THEN interval '0'
                                                      ELSE interval '${FIRST_LOOK}' END
      FROM changed WHERE q.payment_id = changed.id AND NOT ${needsNoLook}
    )`,
    ],
    select: `id, cancel_requested_at AS "cancelRequestedAt"`,
  });

const statements = {
  pending: { name: "settle", text: resultStatement("pending") },
  requires_confirmation: { name: "settle-later", text: resultStatement("requires_confirmation") },
};

/**
 * Results of payments that are in the status `from`; undefined for one that is not, or that has been moved away
 * from its key. By hand, because every payment waits for it.
 */
async function writeResults(
  db: Queryable,
  settlements: readonly Settlement[],
  from: keyof typeof statements = "pending",
): Promise<(Settled | undefined)[]> {
  // In the order in which an erasure takes them, so that neither deadlocks with the other.
  const ordered = settlements.toSorted((a, b) => (a.key.id < b.key.id ? -1 : 1));
  const { rows } = await db.query<Settled & { id: string }>({
    ...statements[from],
    values: resultRows.values(ordered.map(toResultRow)),
  });
  const settled = new Map(rows.map((row) => [row.id, row]));
  return settlements.map(({ key }) => settled.get(key.id));
}
