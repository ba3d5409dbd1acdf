import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
} from "graphile-worker";
import { log } from "#lib/log/logger.ts";
import { pool } from "#lib/storage/database.ts";
import { expireEscrow } from "./expire-escrow.ts";

const tasks: TaskList = { "expire-escrow": expireEscrow };

// Of any number of processes one runs it; a time that passed while none was up is made up for.
const schedule: CronItem[] = [
  { task: "expire-escrow", match: "7 * * * *", options: { backfillPeriod: 60 * 60 * 1000 } },
];

/** Brings the queue's own tables up to date. Safe in several processes at once. */
export async function prepareJobQueue(): Promise<void> {
  await runMigrations({ pgPool: pool(), logger });
}

/** Runs due jobs in this process until it is stopped, which waits for those under way. */
export async function startJobs(): Promise<Runner> {
  return await run({
    pgPool: pool(),
    taskList: tasks,
    parsedCronItems: parseCronItems(schedule),
    concurrency: 2,
    noHandleSignals: true,
    logger,
  });
}

// The queue tells of each job it takes up; that is news for nobody.
const levels = { error: "error", warning: "warn", info: "debug", debug: "debug" } as const;

const logger = new Logger(() => (level, message, meta) => {
  const error = meta?.error;
  log()[levels[level]](error instanceof Error ? { err: error } : {}, message);
});
