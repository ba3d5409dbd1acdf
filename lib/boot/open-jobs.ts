import type { Config } from "#lib/config.ts";
import { prepareJobQueue, runJobs } from "#lib/jobs/job-queue.ts";
import { log } from "#lib/log/logger.ts";
import { isDatabaseAway } from "#lib/storage/failures.ts";
import { isQuarantined } from "#lib/storage/quarantine.ts";
import { startSender } from "#lib/webhooks/sender.ts";
import { jobs } from "./jobs.ts";
import { type Program, step } from "./run-program.ts";

/** Runs the jobs in this process, unless it leaves them to a worker. */
export async function openJobs(
  { worker }: Pick<Config, "worker">,
  { open }: Pick<Program, "open">,
): Promise<void> {
  if (!worker) {
    await step("job queue is up to date", prepareJobQueue);
    return;
  }
  outliveDatabase();
  const starting = runJobs(jobs);
  // Before they have started: a signal may come in between. What never started needs no end.
  open.defer(() =>
    starting.then(
      (running) => running.stop(),
      () => undefined,
    ),
  );
  await step("jobs started", () => starting);
  // [Note: quarantine] A copy of the past has sent its events already.
  const sender = startSender({ isHeld: isQuarantined });
  open.defer(() => sender.stop());
}

/**
 * The queue notes the end of a job without waiting for it. Where the database is away just then, the failure
 * reaches no caller, and the job runs at the next time of its schedule. Any other unhandled failure ends the process.
 */
export function outliveDatabase(): void {
  process.on("unhandledRejection", (reason) => {
    if (!isDatabaseAway(reason)) throw reason;
    log().warn({ err: reason }, "the database was away when a job ended");
  });
}
