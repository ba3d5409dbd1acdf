import { pool, prisma } from "#lib/storage/database.ts";
import type { JobRun } from "#lib/storage/generated/client.ts";

/** Keeps when a job last ran, and how often it has failed since it last did not. By hand: it counts up. */
export async function upsertRun(
  name: string,
  { startedAt, hasFailed }: { startedAt: Date; hasFailed: boolean },
): Promise<void> {
  await pool().query(
    `INSERT INTO job_run AS run (name, started_at, ended_at, failures, failed_at)
     VALUES ($1, $2, now(), $3::int, CASE WHEN $3 = 1 THEN now() END)
     ON CONFLICT (name) DO UPDATE
     SET started_at = excluded.started_at, ended_at = excluded.ended_at,
         failures = CASE WHEN $3 = 1 THEN run.failures + 1 ELSE 0 END,
         failed_at = coalesce(excluded.failed_at, run.failed_at)`,
    [name, startedAt, hasFailed ? 1 : 0],
  );
}

export async function selectRuns(): Promise<JobRun[]> {
  return await prisma().jobRun.findMany();
}

/** What the queue has of a job: when it runs next by itself, and whether a process is at it. */
export type QueuedJob = { name: string; runAt: Date; isRunning: boolean };

/** By hand: the tables are the queue's own, and no part of the schema. */
export async function selectQueued(): Promise<QueuedJob[]> {
  const { rows } = await pool().query<QueuedJob>(
    `SELECT task_identifier AS name, min(run_at) AS "runAt",
            bool_or(locked_at IS NOT NULL) AS "isRunning"
     FROM graphile_worker.jobs WHERE attempts < max_attempts GROUP BY 1`,
  );
  return rows;
}
