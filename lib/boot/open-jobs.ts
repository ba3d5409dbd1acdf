import { pruneChallenges } from "#lib/accounts/challenges.ts";
import { pruneSessions } from "#lib/accounts/session-limits.ts";
import { sealTrails } from "#lib/audit/seal.ts";
import { eraseLatePayments } from "#lib/cardholders/erase.ts";
import { removeEndedVisits } from "#lib/cardholders/remove-visitors.ts";
import type { Config } from "#lib/config.ts";
import { expireEscrow } from "#lib/escrow/release.ts";
import { eraseRemovedCredentials } from "#lib/gateways/connections.ts";
import { forgetGatewayEvents } from "#lib/gateways/notifications.ts";
import { type Job, prepareJobQueue, runJobs } from "#lib/jobs/job-queue.ts";
import { MOVE_JOB, moveKeys } from "#lib/keys/move-keys.ts";
import { SEND_MAIL_JOB } from "#lib/mail/queue-letter.ts";
import { sendLetters } from "#lib/mail/send.ts";
import { announceKeys, announceUnusedKeys } from "#lib/organizations/key-notices.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { voidFailedReceipts } from "#lib/payments/void-failed.ts";
import { pruneShares } from "#lib/pins/share.ts";
import { SEND_JOB, sendMessages } from "#lib/push/send.ts";
import { pruneAccessLog } from "#lib/receipts/access-log.ts";
import { pruneRequestLog } from "#lib/request-log/record.ts";
import { type Program, step } from "./run-program.ts";

/** Every job of the service. */
const jobs: Job[] = [
  {
    name: "finish-pending-payments",
    schedule: "* * * * *",
    atStart: true,
    run: finishPendingPayments,
  },
  {
    name: "seal-audit-trails",
    schedule: "* * * * *",
    atStart: true,
    run: sealTrails,
  },
  {
    name: "void-failed-receipts",
    schedule: "11 4 * * *",
    atStart: true,
    run: voidFailedReceipts,
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
    name: "remove-ended-visits",
    schedule: "*/5 * * * *",
    atStart: true,
    run: removeEndedVisits,
  },
  {
    name: MOVE_JOB,
    schedule: "47 * * * *",
    atStart: true,
    run: moveKeys,
  },
  {
    name: SEND_JOB,
    schedule: "* * * * *",
    atStart: true,
    run: () => sendMessages(),
  },
  {
    name: SEND_MAIL_JOB,
    schedule: "* * * * *",
    atStart: true,
    run: () => sendLetters(),
  },
  {
    name: "announce-keys",
    schedule: "* * * * *",
    run: announceKeys,
  },
  {
    name: "announce-unused-keys",
    schedule: "17 9 * * *",
    backfillMs: 24 * 60 * 60 * 1000,
    run: announceUnusedKeys,
  },
  {
    name: "prune-request-log",
    schedule: "41 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneRequestLog,
  },
  {
    name: "prune-sessions",
    schedule: "29 * * * *",
    run: pruneSessions,
  },
  {
    name: "prune-pin-shares",
    schedule: "37 4 * * *",
    run: pruneShares,
  },
  {
    name: "prune-passkey-challenges",
    schedule: "*/10 * * * *",
    run: pruneChallenges,
  },
  {
    name: "prune-access-log",
    schedule: "53 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneAccessLog,
  },
];

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
