import { pool } from "./database.ts";

/** Whether the tables of the job queue are there. */
export async function hasJobQueue(): Promise<boolean> {
  const { rows } = await pool().query<{ there: boolean }>(
    "SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS there",
  );
  return rows[0]?.there ?? false;
}
