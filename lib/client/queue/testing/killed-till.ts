import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "#lib/client/create-client.ts";
import { createTillQueue } from "#lib/client/queue/create-till-queue.ts";
import type { StoredEntry } from "#lib/client/queue/entry.ts";
import { fileStorage } from "#lib/client/queue/file-storage.ts";
import type { QueueStorage, Writes } from "#lib/client/queue/queue-storage.ts";
import { createSale } from "./sale.ts";

export type Orders = {
  url: string;
  apiKey: string;
  folder: string;
  /** Of the sales, which it adds and sees paid. */
  names: string[];
  /** Where it kills itself: at a step, when it comes there so many times. */
  dieAt?: { step: string; times: number } | undefined;
};

// A program of its own: a till that may be killed at any time, and started again.
const orders: Orders = JSON.parse(process.argv[2] ?? "");
const counts = new Map<string, number>();

/** Where a test can end the process. */
function step(name: string): void {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  if (name === orders.dieAt?.step && count === orders.dieAt.times) {
    process.kill(process.pid, "SIGKILL");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
}

function withSteps(storage: QueueStorage): QueueStorage {
  return {
    ...storage,
    async update(keys, change) {
      const seen = { state: "other" };
      await storage.update(keys, (found) => {
        const writes = change(found);
        seen.state = stateIn(writes);
        step(`before ${seen.state} is stored`);
        return writes;
      });
      step(`after ${seen.state} is stored`);
    },
    async writeMarker(text) {
      step("before the marker");
      await storage.writeMarker(text);
      step("after the marker");
    },
  };
}

function stateIn(writes: Writes): string {
  const entry = [...writes].find(([key]) => key.startsWith("entry/"))?.[1];
  return (entry as StoredEntry | undefined)?.status.state ?? "other";
}

async function fetchInSteps(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  step("before the request");
  const response = await fetch(input, init);
  step("after the request");
  return response;
}

const { url, apiKey, folder, names } = orders;
const client = createClient({ baseUrl: url, apiKey, fetch: fetchInSteps });
const storage = withSteps(fileStorage(folder));
const queue = await createTillQueue({ client, gateway: "gateway_one", storage });
const { losses } = await queue.status();
if (losses.length > 0) throw new Error(JSON.stringify(losses));

const ended = new AbortController();
const running = queue.run({ signal: ended.signal });
process.stdout.write("ready\n");
for (const name of names) await queue.add(createSale(name), { id: name });
for (const name of names) {
  for (let state = "queued"; state !== "paid"; await pause(10)) {
    state = (await queue.get(name))?.state ?? "gone";
    if (!["queued", "sent", "paid"].includes(state)) throw new Error(`${name} is ${state}`);
  }
}
ended.abort();
await running;
await queue.close();
