import { inBatches } from "#lib/core/in-batches.ts";
import { pool } from "./database.ts";

const STEP_ROWS = 5_000;

/**
 * Deletes the rows of `table` that `which` selects: a condition on `$1`, the value, and ORDER BY where an index provides
 * the order; without one, a step may scan what earlier steps have deleted. Each step is a transaction of its own, so
 * that it blocks nothing for long and is kept if the process dies. Rows that are locked are left for the next time.
 */
export async function deleteInSteps(
  table: string,
  which: string,
  value: string | Date,
): Promise<void> {
  // By the rows' locations: Prisma would look each of them up again by its key. Locked rows are skipped, because others
  // lock several in an order of their own, and waiting for them could deadlock.
  const text = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${which} LIMIT $2 FOR UPDATE SKIP LOCKED))`;
  await inBatches(
    async (limit) => (await pool().query(text, [value, limit])).rowCount ?? 0,
    STEP_ROWS,
  );
}
