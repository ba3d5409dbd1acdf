import { outboxColumns, paymentEventsPart, receiptIsDelivered } from "#lib/events/outbox.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Payment } from "./columns.ts";

/**
 * Replaces what is known for matching; false where it is no longer what was read. By hand: Prisma compares no bytes
 * with null, and a refund's is written under the lock of its sale.
 */
export async function updateMatch(
  { environment, id, matchData: before }: Pick<Payment, "environment" | "id" | "matchData">,
  after: Uint8Array,
  db: Pick<Transaction, "query"> = pool(),
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "add-match",
    text: addMatch,
    values: [id, environment, after, before],
  });
  return rowCount === 1;
}

/** What was known before a change distinguishes it from others of the same payment. */
export function matchBefore(matchData: string): string {
  return `encode(sha256(coalesce(${matchData}, '')), 'hex')`;
}

const queued = paymentEventsPart({
  from: "changed",
  types: [
    "CASE WHEN refund_of IS NULL THEN 'payment.updated' END",
    `CASE WHEN ${receiptIsDelivered} THEN 'receipt.updated' END`,
  ],
  occurrence: matchBefore("$4::bytea"),
});

const addMatch = `
  WITH changed AS (
    UPDATE payment p SET match_data = $3
    WHERE id = $1 AND environment = $2 AND match_data IS NOT DISTINCT FROM $4::bytea
    RETURNING ${["id", "environment", "refund_of", ...outboxColumns].map((name) => `p.${name}`).join(", ")}
  ), ${queued}
  SELECT FROM changed`;
