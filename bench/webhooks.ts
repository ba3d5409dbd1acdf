import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type BenchService, onStage } from "./bench-service.ts";
import { send } from "./fixtures.ts";
import { measureHighestRate } from "./highest-rate.ts";
import { describeMachine } from "./machine.ts";
import type { NextCall } from "./operations.ts";
import { runPacedLoad, type Stretch } from "./paced-load.ts";

// Events that have queued behind a slow endpoint, while payments come in at half of the highest rate; and the same
// payments without a queue, before and after.

const EVENTS = 10_000;
const ANSWER_MS = 200;
const IDLE_SECONDS = 30;
/** Medians over stretches: a moment in which another program has the machine is in one of them. */
const STRETCH_SECONDS = 5;
/** The longest that the queue may take. */
const MAX_SECONDS = 300;
const LOOK_MS = 100;

type Load = { service: BenchService; next: NextCall; perSecond: number };

console.log(describeMachine());
await onStage(async (stage) => {
  const { service, next, highest } = await measureHighestRate(stage, 1);
  const load = { service, next, perSecond: Math.round(highest / 2) };
  await using receiver = await startReceiver();
  // The payments of this run have events of other types, which are published and not sent.
  const body = { url: receiver.url, types: ["payment.updated"] };
  await send(service, { method: "POST", path: "/api/v1/webhook-endpoints", body });
  console.log(
    `${EVENTS} events, an endpoint that answers in ${ANSWER_MS} ms, ${load.perSecond} payments/s\n`,
  );

  const before = await run(load, IDLE_SECONDS, () => false);
  const startedAt = performance.now();
  await queueEvents(stage.ownerUrl);
  const busy = await run(load, MAX_SECONDS, () => receiver.count() >= EVENTS);
  const seconds = (receiver.lastAt() - startedAt) / 1000;
  const after = await run(load, IDLE_SECONDS, () => false);

  const rows = { "idle before": before, "with the queue": busy, "idle after": after };
  console.log(`${"".padEnd(16)}${["p50 ms", "p99 ms", "payments"].map(pad).join("")}`);
  for (const [name, { p50Ms, p99Ms, accepted }] of Object.entries(rows)) {
    const figures = [p50Ms.toFixed(1), p99Ms.toFixed(1), `${accepted}`];
    console.log(`${name.padEnd(16)}${figures.map(pad).join("")}`);
  }
  const idleP99 = (before.p99Ms + after.p99Ms) / 2;
  console.log(
    `\n${receiver.count()} delivered in ${seconds.toFixed(1)} s, ${receiver.highest()} at a time; ` +
      `p99 of create ${(busy.p99Ms / idleP99).toFixed(2)} times idle`,
  );
});

function pad(figure: string): string {
  return figure.padStart(10);
}

type Figures = Pick<Stretch, "p50Ms" | "p99Ms" | "accepted">;

/** Creates payments until the time is over or `isDone`. */
async function run(
  { service, next, perSecond }: Load,
  seconds: number,
  isDone: () => boolean,
): Promise<Figures> {
  const ending = new AbortController();
  const watch = setInterval(() => isDone() && ending.abort(), LOOK_MS);
  try {
    const stretches = await runPacedLoad({
      url: new URL(service.urls[0] ?? ""),
      apiKey: service.apiKey,
      next,
      perSecond,
      seconds,
      stretchSeconds: STRETCH_SECONDS,
      signal: ending.signal,
    });
    const failed = stretches.reduce((sum, stretch) => sum + stretch.failed, 0);
    if (failed > 0) throw new Error(`${failed} payments failed`);
    // The last one may be short.
    const whole = stretches.filter((stretch) => stretch.seconds >= STRETCH_SECONDS);
    return {
      p50Ms: median(whole.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(whole.map(({ p99Ms }) => p99Ms)),
      accepted: stretches.reduce((sum, { accepted }) => sum + accepted, 0),
    };
  } finally {
    clearInterval(watch);
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Copies of an event of the run, each of a payment of its own, as the publisher appends them. */
async function queueEvents(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    `WITH log_end AS (SELECT position FROM event_log_end FOR UPDATE),
     moved AS (UPDATE event_log_end SET position = position + $1),
     one AS (SELECT * FROM event WHERE type = 'payment.succeeded' ORDER BY position DESC LIMIT 1)
     INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data, match_data)
     SELECT one.organization_id, one.environment, log_end.position + n, 'evt_' || md5('bench ' || n),
            'payment.updated', now(), 'pay_' || md5('bench ' || n), one.data, one.match_data
     FROM one, log_end, generate_series(1, $1::int) n`,
    [EVENTS],
  );
  await client.end();
  if (rowCount !== EVENTS) throw new Error("the service has published no event to copy");
}

async function startReceiver() {
  const state = { count: 0, lastAt: 0, open: 0, highest: 0 };
  const server = createServer(async (request, response) => {
    state.open += 1;
    state.highest = Math.max(state.highest, state.open);
    request.resume();
    await delay(ANSWER_MS);
    response.writeHead(204).end();
    state.open -= 1;
    state.count += 1;
    state.lastAt = performance.now();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    count: () => state.count,
    lastAt: () => state.lastAt,
    highest: () => state.highest,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
