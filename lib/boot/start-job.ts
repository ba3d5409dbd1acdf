import { actOfOperator } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Job, startJobSoon } from "#lib/jobs/job-queue.ts";

/** Has a process of the service run the job as soon as one is free. Throws `not_found`. */
export async function startJob(
  jobs: readonly Job[],
  { name }: { name: string },
): Promise<{ name: string; started: true }> {
  if (!jobs.some((job) => job.name === name)) {
    throw new AppError("not_found", { message: `There is no job ${name}` });
  }
  await recordEvent(actOfOperator(SERVICE_TRAIL, "job.started", { target: name }));
  await startJobSoon(name);
  return { name, started: true };
}
