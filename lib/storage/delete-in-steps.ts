import { inBatches } from "#lib/core/in-batches.ts";
import { pool } from "./database.ts";

const STEP_ROWS = 5_000;

/**
 * Deletes the rows that `which` selects, where `$1` is the value: a condition, and an order where an index has
 * it, or a step may read again what those before it have deleted. Each step is a transaction of its own: it blocks
 * nobody for long, and is not lost if the process dies.
 */
export async function deleteInSteps(
  table: string,
  which: string,
  value: string | Date,
): Promise<void> {
  // By their places: Prisma would look each row up again by its key.
  const text = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${which} LIMIT $2))`;
  await inBatches(
    async (limit) => (await pool().query(text, [value, limit])).rowCount ?? 0,
    STEP_ROWS,
  );
}
