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
    text: `UPDATE payment SET match_data = $3
           WHERE id = $1 AND environment = $2 AND match_data IS NOT DISTINCT FROM $4::bytea`,
    values: [id, environment, after, before],
  });
  return rowCount === 1;
}
