import { pool, prisma } from "#lib/storage/database.ts";
import type { JobRun } from "#lib/storage/generated/client.ts";

/** Stores when a job last ran, and how often it has failed since its last success. By hand: it counts up. */
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

/** The queue's view of a job: its next scheduled run, and whether a process is running it. */
export type QueuedJob = { name: string; runAt: Date; isRunning: boolean };

export type QueueDepth = { due: number; running: number; later: number; failed: number };

/** The number of entries in the queue; failed: those that were given up. By hand, as below. */
export async function selectDepth(): Promise<QueueDepth> {
  const { rows } = await pool().query<QueueDepth>(
    `SELECT count(*) FILTER (WHERE attempts >= max_attempts) AS failed,
            count(*) FILTER (WHERE attempts < max_attempts AND locked_at IS NOT NULL) AS running,
            count(*) FILTER (WHERE attempts < max_attempts AND locked_at IS NULL
                               AND run_at <= now()) AS due,
            count(*) FILTER (WHERE attempts < max_attempts AND locked_at IS NULL
                               AND run_at > now()) AS later
     FROM graphile_worker.jobs`,
  );
  return rows[0] ?? { due: 0, running: 0, later: 0, failed: 0 };
}

/** By hand: the tables belong to the queue, and are not part of the schema. */
export async function selectQueued(): Promise<QueuedJob[]> {
  const { rows } = await pool().query<QueuedJob>(
    `SELECT task_identifier AS name, min(run_at) AS "runAt",
            bool_or(locked_at IS NOT NULL) AS "isRunning"
     FROM graphile_worker.jobs WHERE attempts < max_attempts GROUP BY 1`,
  );
  return rows;
}
