import { pruneChallenges } from "#lib/accounts/challenges.ts";
import { announceResets } from "#lib/accounts/operate.ts";
import { pruneSessions } from "#lib/accounts/session-limits.ts";
import { countUnsealed, sealTrails } from "#lib/audit/seal.ts";
import { eraseLatePayments } from "#lib/cardholders/erase.ts";
import { prunePairings } from "#lib/cardholders/pair.ts";
import { removeEndedVisits } from "#lib/cardholders/remove-visitors.ts";
import { HISTORY_JOB, keepHistory } from "#lib/demo/keep-history.ts";
import { pruneDeviceLogins } from "#lib/device-logins/start.ts";
import { countOverdue } from "#lib/escrow/release.ts";
import { pruneEvents } from "#lib/events/prune.ts";
import { countRejected, publishRejected } from "#lib/events/publish-rejected.ts";
import { eraseRemovedCredentials } from "#lib/gateways/connections.ts";
import { forgetGatewayEvents } from "#lib/gateways/notifications.ts";
import { SANDBOX_JOB } from "#lib/gateways/sandbox/notices.ts";
import type { Job } from "#lib/jobs/job-queue.ts";
import { MOVE_JOB, moveKeys } from "#lib/keys/move-keys.ts";
import { SEND_MAIL_JOB } from "#lib/mail/queue-letter.ts";
import { countLetters, sendLetters } from "#lib/mail/send.ts";
import { announceKeys, announceUnusedKeys } from "#lib/organizations/key-notices.ts";
import { forgetCanceledKeys } from "#lib/payments/cancel-by-reference.ts";
import { endOverdueEscrow } from "#lib/payments/end-escrow.ts";
import { findDisputes } from "#lib/payments/find-disputes.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { followSandbox } from "#lib/payments/follow-sandbox.ts";
import { countPending } from "#lib/payments/operate.ts";
import { sumHours } from "#lib/payments/sum-hours.ts";
import { pruneShares } from "#lib/pins/share.ts";
import { SEND_JOB } from "#lib/push/announce.ts";
import { sendMessages } from "#lib/push/send.ts";
import { pruneAccessLog } from "#lib/receipts/access-log.ts";
import { pruneRequestLog } from "#lib/request-log/record.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";
import { pruneDeliveries } from "#lib/webhooks/prune.ts";

/** Every job of the service. */
export const jobs: Job[] = [
  {
    name: "finish-pending-payments",
    does: "finishes what is not final",
    schedule: "* * * * *",
    atStart: true,
    run: finishPendingPayments,
    backlog: countPending,
  },
  {
    name: "seal-audit-trails",
    does: "ties what was recorded to the chains",
    schedule: "* * * * *",
    atStart: true,
    run: sealTrails,
    backlog: countUnsealed,
  },
  {
    name: "expire-escrow",
    does: "destroys the keys of unclaimed receipts",
    schedule: "7 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: endOverdueEscrow,
    backlog: countOverdue,
  },
  {
    name: "erase-late-payments",
    does: "completes erasures, with what was paid at their moment",
    schedule: "* * * * *",
    atStart: true,
    run: eraseLatePayments,
  },
  {
    name: "erase-removed-credentials",
    does: "erases the credentials of removed connections",
    schedule: "*/10 * * * *",
    run: eraseRemovedCredentials,
  },
  {
    name: "find-disputes",
    does: "asks providers for disputes whose notification was lost",
    schedule: "19 * * * *",
    run: findDisputes,
  },
  {
    name: SANDBOX_JOB,
    does: "follows what becomes of test payments later on",
    schedule: "* * * * *",
    atStart: true,
    run: followSandbox,
  },
  {
    name: "forget-gateway-events",
    does: "forgets old notifications and sandbox payments",
    schedule: "23 3 * * *",
    run: forgetGatewayEvents,
  },
  {
    name: "remove-ended-visits",
    does: "removes demo visits that have ended",
    schedule: "*/5 * * * *",
    atStart: true,
    run: removeEndedVisits,
  },
  {
    name: HISTORY_JOB,
    does: "keeps the history of the demo",
    schedule: "6 * * * *",
    run: keepHistory,
  },
  {
    name: MOVE_JOB,
    does: "moves stored data to the current keys",
    schedule: "47 * * * *",
    atStart: true,
    run: moveKeys,
  },
  {
    name: SEND_JOB,
    does: "tells devices of new receipts",
    schedule: "* * * * *",
    atStart: true,
    run: () => sendMessages(),
  },
  {
    name: SEND_MAIL_JOB,
    does: "sends letters",
    schedule: "* * * * *",
    atStart: true,
    run: () => sendLetters(),
    backlog: countLetters,
  },
  {
    name: "announce-keys",
    does: "tells owners of new keys",
    schedule: "* * * * *",
    run: announceKeys,
  },
  {
    name: "announce-second-factor-resets",
    does: "tells members whose second factor was reset",
    schedule: "* * * * *",
    atStart: true,
    run: announceResets,
  },
  {
    name: "announce-unused-keys",
    does: "tells owners of unused keys",
    schedule: "17 9 * * *",
    backfillMs: 24 * 60 * 60 * 1000,
    run: announceUnusedKeys,
  },
  {
    name: "sum-payments",
    does: "sums the payments of past hours for the overviews",
    schedule: "*/5 * * * *",
    atStart: true,
    run: sumHours,
  },
  {
    name: "prune-request-log",
    does: "deletes old rows of the request log",
    schedule: "41 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneRequestLog,
  },
  {
    name: "forget-canceled-references",
    does: "frees references whose cancellation is old",
    schedule: "13 * * * *",
    run: forgetCanceledKeys,
  },
  {
    name: "prune-sessions",
    does: "deletes sessions that have ended",
    schedule: "29 * * * *",
    run: pruneSessions,
  },
  {
    name: "prune-pin-shares",
    does: "deletes shares of unused PINs",
    schedule: "37 4 * * *",
    run: pruneShares,
  },
  {
    name: "prune-passkey-challenges",
    does: "deletes challenges that have ended",
    schedule: "*/10 * * * *",
    run: pruneChallenges,
  },
  {
    name: "prune-device-logins",
    does: "deletes sign-ins of programs that have ended",
    schedule: "*/10 * * * *",
    run: pruneDeviceLogins,
  },
  {
    name: "prune-pairings",
    does: "deletes codes of new phones that have ended",
    schedule: "*/10 * * * *",
    run: prunePairings,
  },
  {
    name: "prune-access-log",
    does: "deletes old rows of the access log",
    schedule: "53 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneAccessLog,
  },
  {
    name: "publish-rejected-events",
    does: "publishes events that older code could not describe",
    schedule: "* * * * *",
    atStart: true,
    run: () => publishRejected(describeEvents),
    backlog: countRejected,
  },
  {
    name: "prune-events",
    does: "deletes old events",
    schedule: "17 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneEvents,
  },
  {
    name: "prune-webhook-deliveries",
    does: "deletes old deliveries of webhooks, and secrets that sign no more",
    schedule: "19 * * * *",
    backfillMs: 60 * 60 * 1000,
    run: pruneDeliveries,
  },
];
