import type { Config } from "#lib/config.ts";
import { eraseRemovedCredentials } from "#lib/jobs/erase-removed-credentials.ts";
import { expireEscrow } from "#lib/jobs/expire-escrow.ts";
import { forgetGatewayEvents } from "#lib/jobs/forget-gateway-events.ts";
import { type Job, prepareJobQueue, runJobs } from "#lib/jobs/job-queue.ts";
import { pruneAccessLog } from "#lib/jobs/prune-access-log.ts";
import { pruneRequestLog } from "#lib/jobs/prune-request-log.ts";
import { eraseLatePayments } from "#lib/services/onboarding/erase-late-payments.ts";
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
    name: "erase-late-payments",
    schedule: "* * * * *",
    atStart: true,
    run: eraseLatePayments,
  },
  {
    name: "erase-removed-credentials",
    schedule: "*/10 * * * *",
    run: eraseRemovedCredentials,
  },
  {
    name: "forget-gateway-events",
    schedule: "23 3 * * *",
    run: forgetGatewayEvents,
  },
  {
    name: "prune-request-log",
    schedule: "41 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneRequestLog,
  },
  {
    name: "prune-access-log",
    schedule: "53 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneAccessLog,
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
