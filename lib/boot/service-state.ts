import { setTimeout as delay } from "node:timers/promises";
import { keptFor } from "#lib/core/kept-for.ts";
import { countEnds } from "#lib/escrow/status.ts";
import { selectDepth, selectRuns } from "#lib/jobs/status.ts";
import { log } from "#lib/log/logger.ts";
import { type Sample, toSample } from "#lib/metrics/instruments.ts";
import { groupPending } from "#lib/payments/operate.ts";
import { checkReadiness } from "#lib/service/readiness.ts";
import { readDatabaseServer } from "#lib/storage/read-database-server.ts";
import { readWebhookStatus } from "#lib/webhooks/status.ts";
import { jobs as allJobs } from "./jobs.ts";

/** Scrapes come every few seconds, and from more than one Prometheus. */
const FRESH_MS = 10_000;
/** What counts every receipt in escrow, and changes by the day. */
const ESCROW_FRESH_MS = 10 * 60_000;
const MAX_WAIT_MS = 2_000;

/** The end of escrow that is near: time enough to register cards. */
const ENDING_DAYS = 7;

/** What the database says of the service: the same from every process and every server. */
export async function readServiceState(): Promise<Sample[]> {
  const [ready, server = [], jobs, pending, webhooks = [], escrow = []] = await Promise.all([
    inTime(isReady),
    inTime(readServer),
    inTime(readJobs),
    inTime(readPending),
    inTime(readWebhooks),
    // With millions in escrow it takes longer, and is there at the next scrape.
    inTime(readEscrow),
  ]);
  const answers = jobs !== undefined && pending !== undefined;
  return [
    toSample(READY, [{ value: Number(ready ?? false), of: [] }]),
    toSample(DATABASE_ANSWERS, [{ value: Number(answers), of: [] }]),
    ...server,
    ...(jobs ?? []),
    ...(pending ?? []),
    ...webhooks,
    ...escrow,
  ];
}

const READY = {
  name: "sealslip_ready",
  help: "1 where /api/ready answers 200",
  labels: [],
  aggregator: "max",
} as const;

const DATABASE_ANSWERS = {
  name: "sealslip_database_answers",
  help: "1 where the database answered what is asked at a scrape within 2 seconds",
  labels: [],
  aggregator: "max",
} as const;

const STARTED = {
  name: "sealslip_database_started_timestamp_seconds",
  help: "When the PostgreSQL that answers was started, in seconds since 1970",
  labels: [],
  aggregator: "max",
} as const;

const ARCHIVING_FAILS = {
  name: "sealslip_database_archiving_fails",
  help: "1 where PostgreSQL archives its log, and the last attempt failed",
  labels: [],
  aggregator: "max",
} as const;

async function isReady(): Promise<boolean> {
  return await checkReadiness().then(
    () => true,
    () => false,
  );
}

/** Undefined where the database is away or slow: the answer to a scrape does not wait for it. */
async function inTime<T>(read: () => Promise<T>): Promise<T | undefined> {
  const reading = read().catch((err: unknown) => {
    log().warn({ err }, "the state of the service cannot be read");
    return undefined;
  });
  const waiting = new AbortController();
  const { signal } = waiting;
  const late = delay(MAX_WAIT_MS, undefined, { signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } finally {
    waiting.abort();
  }
}

const readServer = keptFor(FRESH_MS, async () => {
  const { startedAt, archivingFails } = await readDatabaseServer();
  return [
    toSample(STARTED, [{ value: startedAt, of: [] }]),
    toSample(ARCHIVING_FAILS, [{ value: Number(archivingFails), of: [] }]),
  ];
});

const readPending = keptFor(FRESH_MS, async () => {
  const groups = await groupPending();
  return [
    toSample(
      {
        name: "sealslip_pending_payments",
        help: "Payments and refunds that are not final, by whom they wait for and how long",
        labels: ["waits_for", "age"],
        aggregator: "max",
      },
      groups.map(({ waitsFor, age, payments }) => ({ value: payments, of: [waitsFor, age] })),
    ),
    toSample(
      {
        name: "sealslip_pending_payment_oldest_seconds",
        help: "The age of the oldest payment or refund that waits for its provider's answer",
        labels: [],
        aggregator: "max",
      },
      [{ value: oldestUnanswered(groups), of: [] }],
    ),
  ];
});

function oldestUnanswered(groups: Awaited<ReturnType<typeof groupPending>>): number {
  const unanswered = groups.filter(({ waitsFor }) => waitsFor === "answer");
  return Math.max(0, ...unanswered.map(({ oldest }) => oldest));
}

const readWebhooks = keptFor(FRESH_MS, async () => {
  const { endpoints, organizations, retries, ...waiting } = await readWebhookStatus();
  return [
    toSample(
      {
        name: "sealslip_event_outbox_oldest_seconds",
        help: "The age of the oldest event that is not published yet; 0 where there is none",
        labels: [],
        aggregator: "max",
      },
      [{ value: waiting.unpublishedSeconds ?? 0, of: [] }],
    ),
    toSample(
      {
        name: "sealslip_webhook_unsent_oldest_seconds",
        help: "The age of the oldest event that was not sent to an enabled endpoint yet, by whether its last attempt failed",
        labels: ["endpoint"],
        aggregator: "max",
      },
      [
        { value: waiting.unsentSeconds ?? 0, of: ["answers"] },
        { value: waiting.unsentFailingSeconds ?? 0, of: ["fails"] },
      ],
    ),
    toSample(
      {
        name: "sealslip_webhook_endpoints",
        help: "Webhook endpoints that are enabled, enabled and failing, or disabled for a reason",
        labels: ["state"],
        aggregator: "max",
      },
      endpoints.map(({ state, endpoints: value }) => ({ value, of: [state] })),
    ),
    toSample(
      {
        name: "sealslip_webhook_organizations",
        help: "Organizations with a webhook endpoint outside development that is enabled, failing, late, or disabled for its failures",
        labels: ["state"],
        aggregator: "max",
      },
      Object.entries(organizations).map(([state, value]) => ({ value, of: [state] })),
    ),
    toSample(
      {
        name: "sealslip_webhook_retries_waiting",
        help: "Deliveries that failed and are tried again, by whether that is due",
        labels: ["when"],
        aggregator: "max",
      },
      [
        { value: retries.due, of: ["due"] },
        { value: retries.later, of: ["later"] },
      ],
    ),
  ];
});

const readEscrow = keptFor(ESCROW_FRESH_MS, async () => {
  const { overdue, soon } = await countEnds(ENDING_DAYS);
  return [
    toSample(
      {
        name: "sealslip_escrow_ending_receipts",
        help: "Receipts in escrow past its end, and within 7 days of it",
        labels: ["when"],
        aggregator: "max",
      },
      [
        { value: overdue, of: ["overdue"] },
        { value: soon, of: ["within_7d"] },
      ],
    ),
  ];
});

const readJobs = keptFor(FRESH_MS, async () => {
  const [depth, runs, backlogs] = await Promise.all([selectDepth(), selectRuns(), readBacklogs()]);
  return [
    toSample(
      {
        name: "sealslip_job_queue_entries",
        help: "Entries of the job queue: due, running, for later, or given up",
        labels: ["state"],
        aggregator: "max",
      },
      Object.entries(depth).map(([state, value]) => ({ value, of: [state] as const })),
    ),
    toSample(
      {
        name: "sealslip_job_backlog",
        help: "How much waits for a job, where that can be said",
        labels: ["name"],
        aggregator: "max",
      },
      backlogs,
    ),
    toSample(
      {
        name: "sealslip_job_failures",
        help: "How often a job has failed in a row",
        labels: ["name"],
        aggregator: "max",
      },
      runs.map(({ name, failures }) => ({ value: failures, of: [name] })),
    ),
    toSample(
      {
        name: "sealslip_job_ended_timestamp_seconds",
        help: "When a job last ended, in seconds since 1970",
        labels: ["name"],
        aggregator: "max",
      },
      runs.map(({ name, endedAt }) => ({ value: endedAt.getTime() / 1000, of: [name] })),
    ),
  ];
});

/** What is counted elsewhere is left out: it would be asked for too often here. */
async function readBacklogs() {
  const counted = allJobs.filter(({ name }) => name !== "expire-escrow");
  const found = await Promise.all(
    counted.map(async ({ name, backlog }) => ({ value: await backlog?.(), of: [name] as const })),
  );
  return found.flatMap(({ value, of }) => (value === undefined ? [] : [{ value, of }]));
}
