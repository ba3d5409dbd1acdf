import { pool } from "./database.ts";
import { type Payment, paymentColumns } from "./payments.ts";

/** A pending payment, and what its gateway was asked for, encrypted. */
export type UnfinishedPayment = Payment & { gatewayRequest: Uint8Array };

const LONGEST_DELAY_SECONDS = 3600;

/**
 * When a pending payment may be taken up: with the end of its claim, or, where the gateway gave no
 * answer, after a delay that doubles with each attempt.
 */
const dueAt = `
  coalesce(p.claimed_until, p.updated_at + make_interval(
    secs => least(${LONGEST_DELAY_SECONDS}, power(2, least(p.gateway_attempts, 30)))))`;

/** Payments that nobody is busy with, of all organizations, the longest due first. */
export async function listUnfinished(most: number): Promise<UnfinishedPayment[]> {
  const { rows } = await pool().query<UnfinishedPayment>({
    name: "list-unfinished",
    text: `
      SELECT ${paymentColumns}, q.gateway_request AS "gatewayRequest"
      FROM pending_payment q JOIN payment p ON p.id = q.payment_id
      WHERE p.status = 'pending' AND ${dueAt} <= now()
      ORDER BY ${dueAt} LIMIT $1`,
    values: [most],
  });
  return rows;
}

/** When the next pending payment is due; it may have been finished by then. */
export async function findNextDue(): Promise<Date | undefined> {
  const { rows } = await pool().query<{ due: Date | null }>({
    name: "find-next-due",
    text: `
      SELECT min(${dueAt}) AS due
      FROM pending_payment q JOIN payment p ON p.id = q.payment_id
      WHERE p.status = 'pending'`,
  });
  return rows[0]?.due ?? undefined;
}
