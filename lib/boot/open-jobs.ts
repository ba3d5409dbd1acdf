import type { Config } from "#lib/config.ts";
import { prepareJobQueue, runJobs } from "#lib/jobs/job-queue.ts";
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
  const starting = runJobs(jobs);
  // Before they have started: a signal may come in between. What never started needs no end.
  open.defer(() =>
    starting.then(
      (running) => running.stop(),
      () => undefined,
    ),
  );
  await step("jobs started", () => starting);
}
