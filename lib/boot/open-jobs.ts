import type { Config } from "#lib/config.ts";
import { expireEscrow } from "#lib/jobs/expire-escrow.ts";
import { forgetGatewayEvents } from "#lib/jobs/forget-gateway-events.ts";
import { type Job, prepareJobQueue, runJobs } from "#lib/jobs/job-queue.ts";
import { finishPendingPayments } from "#lib/services/payments/finish-pending-payments.ts";
import { step } from "./progress.ts";
import type { Program } from "./run-program.ts";

/** Every job that there is. */
const jobs: Job[] = [
  {
    name: "finish-pending-payments",
    schedule: "* * * * *",
    atStart: true,
    run: finishPendingPayments,
  },
  {
    name: "expire-escrow",
    schedule: "7 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: expireEscrow,
  },
  {
    name: "forget-gateway-events",
    schedule: "23 3 * * *",
    run: forgetGatewayEvents,
  },
];

/** Runs the jobs in this process, unless it leaves them to others. */
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
