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
import { pool } from "#lib/storage/database.ts";

/** Work that is done in the background. Of any number of processes one does it at a time. */
export type Job = {
  name: string;
  /** In crontab's notation. */
  schedule: string;
  /** Whether a start does not wait for the next time of the schedule. */
  atStart?: boolean;
  /** How long ago a time of the schedule may have passed, with no process up, to be made up for. */
  backfillMs?: number;
  /** Returns when it wants to run again, if that is before its next time. */
  run(): Promise<Date | undefined>;
};

const CONCURRENCY = 4;

/** Brings the queue's own tables up to date. Safe in several processes at once. */
export async function prepareJobQueue(): Promise<void> {
  await runMigrations({ pgPool: pool(), logger });
}

/** Runs due jobs in this process until it is stopped, which waits for those under way. */
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
    // The key also takes over from a job that a killed process holds, which the queue itself would
    // wait for until four hours have passed.
    if (atStart) await runner.addJob(name, {}, { jobKey: name });
  }
  return runner;
}

function toTask({ name, run: work }: Job) {
  return async (_payload: unknown, { addJob }: JobHelpers) => {
    const runAt = await work();
    if (runAt) await addJob(name, {}, { jobKey: name, runAt });
  };
}

function toCronItem({ name, schedule, backfillMs = 0 }: Job): CronItem {
  return {
    task: name,
    match: schedule,
    options: { jobKey: name, backfillPeriod: backfillMs },
  };
}

// The queue tells of each job it takes up; that is news for nobody.
const levels = { error: "error", warning: "warn", info: "debug", debug: "debug" } as const;

const logger = new Logger(() => (level, message, meta) => {
  const error = meta?.error;
  log()[levels[level]](error instanceof Error ? { err: error } : {}, message);
});
