import { pool } from "./database.ts";

/**
 * When the PostgreSQL that answers was started, in seconds since 1970. By hand: PostgreSQL says it of itself, to any
 * role.
 */
export async function readDatabaseStart(): Promise<number> {
  const { rows } = await pool().query<{ seconds: number }>(
    "SELECT extract(epoch FROM pg_postmaster_start_time())::float8 AS seconds",
  );
  return rows[0]?.seconds ?? 0;
}
