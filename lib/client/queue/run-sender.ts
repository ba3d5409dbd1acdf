import { ApiError } from "#lib/client/api-error.ts";
import { waitAfter } from "#lib/client/schedule.ts";
import { LOSSES, OPEN } from "./keys.ts";
import type { StorageLoss } from "./ledger.ts";
import type { TillQueueOptions } from "./queue-options.ts";
import { fillStock } from "./seal-sale.ts";
import { askAgain, type Sender, type Stop, sendOpen } from "./send-entries.ts";

/** How a pass through the queue ended. */
export type Sent =
  | { state: "done" }
  /** The line waits: no network, or a failure that is not about this sale. */
  | ({ state: "stopped" } & Stop)
  /** Another tab or process sends. */
  | { state: "busy" }
  /** An older copy of the storage is back: nothing is sent until `acceptLoss` is called. */
  | { state: "held"; losses: StorageLoss[] };

const LOCK = "sender";
const DEFAULT_STOCK = 50;
/** Without news, a pass after so long finds out about payments that await a confirmation. */
const IDLE_MS = 60_000;
const MAX_WAIT_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;

type Sending = Omit<TillQueueOptions, "storage"> & {
  ledger: Sender["ledger"];
  subscribe: (listener: () => void) => () => void;
};

export function createSending({ ledger, subscribe, client, gateway, sealing, headers }: Sending) {
  // By the monotonic clock.
  const last = { renewed: Number.NEGATIVE_INFINITY, asked: Number.NEGATIVE_INFINITY };

  async function pass(signal: AbortSignal | undefined, asksAgain: boolean): Promise<Sent> {
    const losses = (await ledger.list<StorageLoss>(LOSSES)).map(([, loss]) => loss);
    // What was canceled since the copy was made is open in it again.
    const isOlder = losses.some(({ kind }) => kind === "rolled_back" || kind === "replaced");
    if (isOlder) return { state: "held", losses };
    const sender = { ledger, client, sealing, headers, signal };
    const stop =
      (await sendOpen(sender)) ??
      (asksAgain ? await askAgain(sender) : undefined) ??
      (await fill(signal));
    if (asksAgain) last.asked = performance.now();
    return stop ? { state: "stopped", ...stop } : { state: "done" };
  }

  async function fill(signal: AbortSignal | undefined): Promise<Stop | undefined> {
    if (!sealing) return undefined;
    const renew = performance.now() - last.renewed > DAY_MS;
    try {
      const parts = { ledger, client, gateway, stock: sealing.stock ?? DEFAULT_STOCK, signal };
      await fillStock(parts, { renew });
      if (renew) last.renewed = performance.now();
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { id: undefined, error };
    }
  }

  async function send(signal: AbortSignal | undefined): Promise<Sent> {
    const sent: Sent[] = [];
    const use = async () => void sent.push(await pass(signal, true));
    await ledger.storage.lock(LOCK, use, { signal, ifAvailable: true });
    return sent[0] ?? { state: "busy" };
  }

  async function waitForNews({ state }: Sent, signal: AbortSignal): Promise<void> {
    const news = { count: 0, end: () => {} };
    const unsubscribe = subscribe(() => {
      news.count++;
      news.end();
    });
    try {
      // Added after the pass had looked.
      if (state === "done" && (await ledger.list(OPEN, 1)).length > 0) return;
      await pause(IDLE_MS, signal, (end) => {
        news.end = end;
        if (news.count > 0) end();
      });
    } finally {
      unsubscribe();
    }
  }

  async function run({ signal, onSent }: { signal: AbortSignal; onSent?: (sent: Sent) => void }) {
    const repeat = async () => {
      for (let failures = 0; !signal.aborted; ) {
        const sent = await pass(signal, performance.now() - last.asked >= IDLE_MS);
        onSent?.(sent);
        failures = sent.state === "stopped" ? failures + 1 : 0;
        if (sent.state === "stopped") await pause(pauseAfter(failures, sent.error), signal);
        else await waitForNews(sent, signal);
      }
    };
    try {
      await ledger.storage.lock(LOCK, repeat, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return { send, run };
}

function pauseAfter(failures: number, { retryAfter }: ApiError): number {
  return Math.max(Math.min(waitAfter(failures), MAX_WAIT_MS), (retryAfter ?? 0) * 1000);
}

/** Ends early when a browser says that the network is back. */
async function pause(milliseconds: number, signal: AbortSignal, early?: (end: () => void) => void) {
  const ended = new AbortController();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const once = { once: true, signal: ended.signal };
    signal.addEventListener("abort", end, once);
    globalThis.addEventListener?.("online", end, once);
    early?.(end);
    if (signal.aborted) end();
  });
  ended.abort();
}
