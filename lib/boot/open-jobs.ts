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
  const running = await step("jobs started", () => runJobs(jobs));
  open.defer(() => running.stop());
}
