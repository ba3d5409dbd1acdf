import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Target } from "./hostile.ts";
import { kinds } from "./kinds.ts";
import { createSend } from "./send.ts";

// A thread of its own, so that the caller's work does not delay the measurement.

/** Beyond that, a refused caller would only be a flood, which is for a firewall. */
const PAUSE_AFTER_REFUSAL_MS = 1_000;

const { kind, target, address } = workerData as { kind: string; target: Target; address: string };
const hostile = kinds[kind];
if (!hostile) throw new Error(`there is no hostile ${kind}`);

const { connections, refusals = [429, 503], prepare } = hostile;
const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: address });
const send = createSend(target.url, agent);
const statuses: Record<string, number> = {};
const next = await prepare(target, send);
const stopping = new AbortController();
parentPort?.once("message", () => stopping.abort());
parentPort?.postMessage("ready");
await Promise.all(Array.from({ length: connections }, attack));
parentPort?.postMessage(statuses);
agent.destroy();

async function attack(): Promise<void> {
  while (!stopping.signal.aborted) {
    const status = await Promise.race([attempt(), stopped()]);
    if (status === undefined) return;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== "failed" && !refusals.includes(status)) continue;
    await delay(PAUSE_AFTER_REFUSAL_MS, undefined, stopping).catch(() => undefined);
  }
}

async function attempt(): Promise<number | "failed"> {
  try {
    return (await send(next())).status;
  } catch {
    return "failed";
  }
}

function stopped(): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  stopping.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  return promise;
}
