import { config } from "#lib/config.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { type Payment, paymentColumns } from "./columns.ts";

/** A payment that is not final yet, and when it may be taken up. */
export type UnfinishedPayment = Payment & {
  /** What its gateway is asked for, encrypted; null once the gateway has taken it. */
  gatewayRequest: Uint8Array | null;
  /** How often the gateway was asked what became of it. */
  checks: number;
  dueAt: Date;
  isDue: boolean;
};

export const MAX_RETRY_DELAY_SECONDS = 300;

/**
 * When an unfinished payment may be taken up: at the end of its claim, at its next look or, where the
 * gateway gave no answer, after a delay that doubles with each attempt, yet when it is to be settled.
 * `$2` is how many seconds after its creation that is.
 */
export const dueAt = `
  coalesce(p.claimed_until, q.next_check_at, least(
    p.updated_at + make_interval(
      secs => least(${MAX_RETRY_DELAY_SECONDS}, power(2, least(p.gateway_attempts, 30)))),
    greatest(p.created_at + make_interval(secs => $2), p.updated_at + interval '1 minute')))`;

/** The unfinished payments of all organizations, the first due first. By hand for the expression above. */
export async function selectUnfinished(limit: number): Promise<UnfinishedPayment[]> {
  const { rows } = await pool().query<UnfinishedPayment>({
    name: "list-unfinished",
    text: `
      SELECT ${paymentColumns}, q.gateway_request AS "gatewayRequest", q.checks,
             ${dueAt} AS "dueAt", ${dueAt} <= now() AS "isDue"
      FROM pending_payment q JOIN payment p ON p.id = q.payment_id
      ORDER BY "dueAt" LIMIT $1`,
    values: [limit, config().paymentSettleMs / 1000],
  });
  return rows;
}

/** Plans the next look at a payment that its provider has taken. */
export async function updateNextCheck(paymentId: string, delaySeconds: number): Promise<void> {
  await pool().query(
    `UPDATE pending_payment
     SET checks = least(checks + 1, 32767), next_check_at = now() + make_interval(secs => $2)
     WHERE payment_id = $1`,
    [paymentId, delaySeconds],
  );
}

/**
 * Plans the next look where the last one was due and has settled nothing: it would be due again at once. One
 * that is still to come, such as after a cancellation, stays. Where none is planned yet, the pause follows from the
 * number of attempts, unless the payment `isStuck`.
 */
export async function postponeMissedCheck(
  paymentId: string,
  delaySeconds: number,
  { isStuck }: { isStuck: boolean },
): Promise<void> {
  await pool().query(
    `UPDATE pending_payment
     SET checks = least(checks + 1, 32767), next_check_at = now() + make_interval(secs => $2)
     WHERE payment_id = $1 AND (next_check_at <= now() OR ($3 AND next_check_at IS NULL))`,
    [paymentId, delaySeconds, isStuck],
  );
}

/**
 * Nothing is left to look at if the payment is final. By hand for the lock: a cancellation that is requested
 * meanwhile needs the row.
 */
export async function deletePendingOfFinal(paymentId: string): Promise<void> {
  await pool().query(
    `DELETE FROM pending_payment WHERE payment_id IN (
       SELECT id FROM payment WHERE id = $1
         AND (status = 'failed' OR (status = 'succeeded' AND cancel_requested_at IS NULL))
       FOR UPDATE)`,
    [paymentId],
  );
}

/** Nothing is left to look at. */
export async function deletePending(paymentId: string): Promise<void> {
  await prisma().pendingPayment.deleteMany({ where: { paymentId } });
}
