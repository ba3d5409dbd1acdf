import {
  type CronItem,
  type JobHelpers,
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
} from "graphile-worker";
import { log } from "#lib/log/logger.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { pool } from "#lib/storage/database.ts";
import { isQuarantined } from "#lib/storage/quarantine.ts";
import { inSpan } from "#lib/traces/span.ts";
import { upsertRun } from "./store.ts";

/** Background work. Only one process at a time runs a given job. */
export type Job = {
  name: string;
  /** A description for the operator */
  does: string;
  /** In crontab's notation. */
  schedule: string;
  /** Whether it also runs at every start. */
  atStart?: boolean;
  /** How long an overdue run, missed because no process was up, is still made up for. */
  backfillMs?: number;
  /** Returns when to run again, if that is before the next scheduled time. */
  run(): Promise<Date | undefined>;
  /** How much work waits for it, if known. */
  backlog?(): Promise<number>;
};

const CONCURRENCY = 4;

/** Migrates the queue's own tables. Several processes may do so at once. */
export async function prepareJobQueue(): Promise<void> {
  await runMigrations({ pgPool: pool(), logger });
}

/** Runs due jobs in this process until it is stopped, which waits for those in progress. */
export async function runJobs(jobs: readonly Job[]): Promise<{ stop(): Promise<void> }> {
  const runner = await run({
    pgPool: pool(),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, toTask(job)])) satisfies TaskList,
    parsedCronItems: parseCronItems(jobs.map(toCronItem)),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger,
  });
  for (const { name, atStart } of jobs) {
    // The key also takes over a job that a killed process still holds; the queue itself would wait
    // four hours for it.
    if (atStart) await runner.addJob(name, {}, { jobKey: name });
  }
  return runner;
}

/**
 * Schedules a job to run as soon as a process is free, besides its schedule; requested twice, it runs once.
 */
export async function startJobSoon(name: string): Promise<void> {
  // A key of its own: this must not replace the next scheduled run.
  await pool().query("SELECT graphile_worker.add_job($1, '{}'::json, job_key := $2)", [
    name,
    `${name} soon`,
  ]);
}

function toTask({ name, run: work }: Job) {
  return async (_payload: unknown, { addJob }: JobHelpers) => {
    // [Note: quarantine] The job is due again later.
    if (isQuarantined()) return;
    const runAt = await inSpan(`job ${name}`, { kind: "internal" }, () => recorded(name, work));
    if (runAt) await addJob(name, {}, { jobKey: name, runAt });
  };
}

const runs = counter({
  name: "sealslip_job_runs_total",
  help: "Runs of jobs in this server, by how they ended",
  labels: ["name", "outcome"],
});

async function recorded<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = new Date();
  const keep = async (hasFailed: boolean) => {
    runs.add(name, hasFailed ? "failed" : "done");
    await upsertRun(name, { startedAt, hasFailed }).catch((err) =>
      log().warn({ job: name, err }, "the run of a job was not recorded"),
    );
  };
  try {
    const result = await work();
    await keep(false);
    return result;
  } catch (error) {
    await keep(true);
    throw error;
  }
}

function toCronItem({ name, schedule, backfillMs = 0 }: Job): CronItem {
  return {
    task: name,
    match: schedule,
    options: { jobKey: name, backfillPeriod: backfillMs },
  };
}

// The queue reports every job that it starts, which is noise in the log.
const levels = { error: "error", warning: "warn", info: "debug", debug: "debug" } as const;

const logger = new Logger(() => (level, message, meta) => {
  const error = meta?.error;
  log()[levels[level]](error instanceof Error ? { err: error } : {}, message);
});
