import { type ParsedCronItem, parseCronItems } from "graphile-worker";
import type { Job } from "./job-queue.ts";
import { selectQueued, selectRuns } from "./store.ts";

export { selectDepth, selectRuns } from "./store.ts";

export type JobStatus = {
  name: string;
  does: string;
  schedule: string;
  isRunning: boolean;
  lastRun: { startedAt: Date; endedAt: Date } | null;
  nextRunAt: Date;
  /** In a row, up to now */
  failures: number;
  failedAt: Date | null;
  /** The backlog; null if it is only known by doing the work. */
  backlog: number | null;
};

/** Each job: its last and next run, its failures, and its backlog. */
export async function listJobs(jobs: readonly Job[]): Promise<JobStatus[]> {
  const [runs, queued] = await Promise.all([selectRuns(), selectQueued()]);
  const now = new Date();
  return await Promise.all(
    jobs.map(async ({ name, does, schedule, backlog }) => {
      const run = runs.find((one) => one.name === name);
      const own = queued.find((one) => one.name === name);
      const scheduledAt = nextTime(schedule, now);
      return {
        name,
        does,
        schedule,
        isRunning: own?.isRunning ?? false,
        lastRun: run ? { startedAt: run.startedAt, endedAt: run.endedAt } : null,
        nextRunAt: own && own.runAt < scheduledAt ? own.runAt : scheduledAt,
        failures: run?.failures ?? 0,
        failedAt: run?.failedAt ?? null,
        backlog: backlog ? await backlog() : null,
      };
    }),
  );
}

const MINUTE_MS = 60_000;
/** No schedule of ours has longer gaps. */
const MAX_MINUTES = 366 * 24 * 60;

/** The next minute of the schedule, which is in UTC. */
function nextTime(schedule: string, now: Date): Date {
  const [item] = parseCronItems([{ task: "job", match: schedule }]);
  const first = Math.floor(now.getTime() / MINUTE_MS) + 1;
  for (let minute = first; item && minute < first + MAX_MINUTES; minute += 1) {
    const time = new Date(minute * MINUTE_MS);
    if (matches(item, time)) return time;
  }
  throw new Error(`${schedule} never comes`);
}

function matches({ match }: ParsedCronItem, time: Date): boolean {
  return match({
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  });
}
