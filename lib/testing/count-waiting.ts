import type pg from "pg";

/** How many statements wait for a lock. */
export async function countWaiting(database: pg.Client | pg.Pool): Promise<number> {
  // Within a transaction the view would go on showing what it showed first.
  await database.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await database.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}
