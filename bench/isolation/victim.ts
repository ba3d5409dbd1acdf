import { Agent } from "node:http";
import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { paymentFields } from "./payment-fields.ts";
import { createSend } from "./send.ts";

/** A busy shop with this many tills. */
const CONNECTIONS = 4;
/** Of one till. */
const INTERVAL_MS = 200;
/** Another one than those of the hostile callers. */
const ADDRESS = "127.0.0.2";

const MAX_CALM_ROUNDS = 10;

export type Victim = { url: string; apiKey: string };

/** The payments of another tenant. */
export type Figures = {
  payments: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers of 5xx, and connections that ended without an answer. */
  failed: number;
};

/** Waits until the work that a hostile caller has left behind is done. */
export async function awaitCalm(victim: Victim, { p50Ms }: Pick<Figures, "p50Ms">): Promise<void> {
  for (let round = 0; round < MAX_CALM_ROUNDS; round += 1) {
    const figures = await measureVictim(victim, 1);
    if (figures.p50Ms < 2 * p50Ms) return;
  }
}

/**
 * Creates payments at a steady pace, each with a body of its own. A till waits for its customer's payment before
 * the next, so that a slow service is asked for fewer, and no queue of the measurement's own adds up.
 */
export async function measureVictim({ url, apiKey }: Victim, seconds: number): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, localAddress: ADDRESS });
  const send = createSend(url, agent);
  const latencies = createHistogram();
  let failed = 0;

  async function pay(): Promise<void> {
    const sent = performance.now();
    const status = await send({
      method: "POST",
      path: "/api/v1/payments/gateway_one/create",
      headers: { "X-API-Key": apiKey },
      body: paymentFields(),
    }).then(
      (answer) => answer.status,
      () => undefined,
    );
    latencies.record(Math.max(1, Math.round((performance.now() - sent) * 1000)));
    if (status === undefined || status >= 500) failed += 1;
    else if (status !== 201) throw new Error(`a payment was answered with ${status}`);
  }

  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, till) => {
      // One after another, not all at once.
      let due = start + (till * INTERVAL_MS) / CONNECTIONS;
      for (; due < end; due = Math.max(due + INTERVAL_MS, performance.now())) {
        await delay(Math.max(0, due - performance.now()));
        await pay();
      }
    }),
  );
  agent.destroy();
  return {
    payments: latencies.count,
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    failed,
  };
}
