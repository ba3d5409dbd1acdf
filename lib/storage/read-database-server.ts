import { pool } from "./database.ts";

type DatabaseServer = {
  /** When it was started, in seconds since 1970. */
  startedAt: number;
  /** Whether it archives its log, and the last attempt failed. */
  archivingFails: boolean;
};

/** What the PostgreSQL that answers says of itself, to any role. By hand: Prisma knows no such thing. */
export async function readDatabaseServer(): Promise<DatabaseServer> {
  const { rows } = await pool().query<DatabaseServer>(
    `SELECT extract(epoch FROM pg_postmaster_start_time())::float8 AS "startedAt",
            current_setting('archive_mode') <> 'off' AND failed_count > 0
              AND last_failed_time > coalesce(last_archived_time, '-infinity') AS "archivingFails"
     FROM pg_stat_archiver`,
  );
  const [server] = rows;
  if (!server) throw new Error("PostgreSQL says nothing of its archive");
  return server;
}
