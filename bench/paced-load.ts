import type { Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, formatHead, formatRequest, openSocket, readAnswer } from "./load.ts";
import type { NextCall } from "./operations.ts";

/** The answers of a stretch of time. */
export type Stretch = {
  /** Since the start, seconds. */
  at: number;
  seconds: number;
  accepted: number;
  /** Refused with 503 and a Retry-After header. */
  refused: number;
  /** Any other answer, and connections that ended without one. */
  failed: number;
  /** Of those accepted, milliseconds since they were due. */
  p50Ms: number;
  p99Ms: number;
  highestMs: number;
  /** Of those refused. */
  refusalP99Ms: number;
  /** Sent or due, and not answered at the end. */
  waiting: number;
};

type PacedLoad = {
  url: URL;
  apiKey: string;
  next: NextCall;
  perSecond: number;
  seconds: number;
  /** Of a stretch. */
  stretchSeconds: number;
  connections?: number;
  onStretch?: (stretch: Stretch) => Promise<void>;
  /** Ends it before its time. */
  signal?: AbortSignal;
};

/**
 * Callers that do not wait for one another, as on a busy day: so many connections, open from the start. Node
 * accepts one per turn of its event loop, and the rush of new ones would be measured instead.
 */
const CONNECTIONS = 1_000;
const TICK_MS = 2;

/**
 * Calls at a rate, whether or not the previous ones were answered. Times count from when a call was due, so
 * that a server cannot improve its figures by delaying the callers.
 */
export async function runPacedLoad(load: PacedLoad): Promise<Stretch[]> {
  const { perSecond, seconds, stretchSeconds } = load;
  const callers = await openCallers(load);
  const stretches: Stretch[] = [];
  const start = performance.now();
  let sent = 0;
  let stretch = callers.begin(0);
  for (;;) {
    const elapsed = (performance.now() - start) / 1000;
    for (const due = Math.min(elapsed, seconds) * perSecond; sent < due; sent++) {
      callers.call(start + (sent / perSecond) * 1000);
    }
    const isOver = elapsed >= seconds || load.signal?.aborted;
    if (elapsed - stretch.at >= stretchSeconds || isOver) {
      const ended = stretch.end(elapsed);
      stretch = callers.begin(elapsed);
      stretches.push(ended);
      await load.onStretch?.(ended);
    }
    if (isOver) break;
    await delay(TICK_MS);
  }
  await callers.close();
  return stretches;
}

async function openCallers({ url, apiKey, next, connections = CONNECTIONS }: PacedLoad) {
  const head = formatHead(url, { "X-API-Key": apiKey });
  const idle = await Promise.all(Array.from({ length: connections }, () => openSocket(url)));
  const due: number[] = [];
  let busy = 0;
  let waiting = 0;
  let isClosed = false;
  let count = newCount();

  async function serve(first: number): Promise<void> {
    busy += 1;
    for (let at: number | undefined = first; at !== undefined && !isClosed; at = due.shift()) {
      try {
        const socket = takeIdle() ?? (await openSocket(url));
        await exchange(socket, at);
        idle.push(socket);
      } catch {
        count.failed += 1;
      }
      waiting -= 1;
    }
    busy -= 1;
  }

  /** The connection that was idle longest, so that the server closes none for being idle. */
  function takeIdle(): Socket | undefined {
    let socket = idle.shift();
    while (socket?.destroyed) socket = idle.shift();
    return socket;
  }

  async function exchange(socket: Socket, at: number): Promise<void> {
    const call = next();
    if (!call) return;
    socket.write(formatRequest(call, head));
    const answer = await readAnswer(socket);
    // Counts in the stretch in which it arrives: the one in which the call was sent may be over.
    record(count, answer, performance.now() - at);
  }

  return {
    call(at: number): void {
      waiting += 1;
      if (busy < connections) void serve(at);
      else due.push(at);
    },
    begin(at: number) {
      count = newCount();
      const own = count;
      return { at, end: (now: number) => describeStretch(own, { at, seconds: now - at, waiting }) };
    },
    async close(): Promise<void> {
      while (busy > 0 && due.length > 0) await delay(TICK_MS);
      isClosed = true;
      for (const socket of idle) socket.destroy();
    },
  };
}

function newCount() {
  return { failed: 0, accepted: createHistogram(), refused: createHistogram() };
}

function record(count: ReturnType<typeof newCount>, { status, head }: Answer, ms: number): void {
  const micros = Math.max(1, Math.round(ms * 1000));
  if (status >= 200 && status <= 299) count.accepted.record(micros);
  else if (status === 503 && /\r\nretry-after: \d/i.test(head)) count.refused.record(micros);
  else count.failed += 1;
}

function describeStretch(
  { failed, accepted, refused }: ReturnType<typeof newCount>,
  rest: Pick<Stretch, "at" | "seconds" | "waiting">,
): Stretch {
  return {
    ...rest,
    accepted: accepted.count,
    refused: refused.count,
    failed,
    p50Ms: accepted.percentile(50) / 1000,
    p99Ms: accepted.percentile(99) / 1000,
    highestMs: accepted.max / 1000,
    refusalP99Ms: refused.percentile(99) / 1000,
  };
}
