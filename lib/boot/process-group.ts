import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { growingPause } from "#lib/core/growing-pause.ts";
import { log } from "#lib/log/logger.ts";
import type { openSwitchboard } from "#lib/processes/switchboard.ts";
import { watchPulse } from "#lib/processes/watch-pulse.ts";
import { type Orders, RETIRE } from "./orders.ts";

type Member = {
  worker: Worker;
  runsJobs: boolean;
  /** Whether another takes its place when it ends. */
  isKept: boolean;
  startedAt: number;
  /** False where it ends before it accepts connections. */
  serves: Promise<boolean>;
  exited: Promise<void>;
};

/** One that ran for as long is replaced without a pause. */
const STEADY_MS = 60_000;
const PAUSE = { firstMs: 500, maxMs: 30_000 };
/** So many that end before they serve, one after the other, and none that serves: there is no use in more. */
const MAX_FAILED_STARTS = 5;

/** Keeps `size` processes serving until it is stopped; calls `fail` where that cannot be done. */
export function openProcessGroup(options: {
  size: number;
  /** Whether one of them runs the jobs. */
  runsJobs: boolean;
  env: Record<string, string>;
  orders: Omit<Orders, "isFirst" | "runsJobs">;
  switchboard: ReturnType<typeof openSwitchboard>;
  fail: (reason?: string) => void;
}) {
  const { size, env, orders, switchboard, fail } = options;
  const members = new Set<Member>();
  const serving = new Set<Member>();
  const state = { hasServed: false, shortLives: 0, failedStarts: 0 };
  const ending = new AbortController();
  const rolling = { isUnderWay: false, isWantedAgain: false };

  function add({ isFirst = false, runsJobs = false, isKept = true }): Member {
    const worker = cluster.fork(env);
    const exited = ended(worker);
    const listening = once(worker, "listening", { signal: ending.signal }).then(
      () => true,
      () => false,
    );
    const serves = Promise.race([listening, exited.then(() => false)]);
    const startedAt = performance.now();
    const member = { worker, runsJobs, isKept, startedAt, serves, exited };
    members.add(member);
    switchboard.connect(worker);
    worker.send({ ...orders, isFirst, runsJobs } satisfies Orders);
    void watch(member);
    return member;
  }

  async function watch(member: Member): Promise<void> {
    if (await member.serves) {
      serving.add(member);
      Object.assign(state, { hasServed: true, failedStarts: 0 });
      watchPulse(member.worker, () => {
        log().error({ pid: member.worker.process.pid }, "a process hangs, and is ended");
        member.worker.process.kill("SIGKILL");
      });
    } else {
      state.failedStarts += 1;
    }
    await member.exited;
    members.delete(member);
    serving.delete(member);
    if (!ending.signal.aborted && member.isKept) await replace(member);
  }

  async function replace({ worker, runsJobs, startedAt }: Member): Promise<void> {
    const { pid, exitCode, signalCode } = worker.process;
    if (!state.hasServed) return fail(describeFirstEnd(signalCode));
    if (serving.size === 0 && state.failedStarts >= MAX_FAILED_STARTS) {
      return fail("no process of the server starts any more");
    }
    state.shortLives = performance.now() - startedAt < STEADY_MS ? state.shortLives + 1 : 0;
    const pauseMs = growingPause(state.shortLives, PAUSE);
    log().error({ pid, exitCode, signalCode, pauseMs }, "a process has ended, and is replaced");
    await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    if (!ending.signal.aborted) add({ runsJobs });
  }

  /** Each is replaced by one that serves already; where that does not start, the others go on. */
  async function roll(): Promise<void> {
    for (const member of [...serving]) {
      if (ending.signal.aborted || !serving.has(member)) continue;
      const next = add({ runsJobs: member.runsJobs, isKept: false });
      if (!(await next.serves)) {
        log().error("a process does not start: those that serve are kept");
        return;
      }
      // Where the old one has ended meanwhile, it is replaced like any other, and the new one is too many.
      const leaving = serving.has(member) ? member : next;
      next.isKept = leaving === member;
      leaving.isKept = false;
      leaving.worker.send([{ topic: RETIRE, body: null }]);
      await leaving.exited;
    }
    log().info("all processes have been replaced");
  }

  // The last resort of a supervisor that ends without stopping them.
  process.once("exit", () => {
    for (const { worker } of members) worker.process.kill("SIGKILL");
  });

  return {
    /** One first: it prepares what the others find. True once all serve; where the first does not, `fail` was called. */
    async start(): Promise<boolean> {
      const first = add({ isFirst: true, runsJobs: options.runsJobs });
      if (!(await first.serves)) return false;
      const others = Array.from({ length: size - 1 }, () => add({}));
      return (await Promise.all(others.map(({ serves }) => serves))).every(Boolean);
    },

    /** Asked for while it is under way, it is done once more. */
    async replaceAll(): Promise<void> {
      rolling.isWantedAgain = true;
      if (rolling.isUnderWay) return;
      rolling.isUnderWay = true;
      while (rolling.isWantedAgain && !ending.signal.aborted) {
        rolling.isWantedAgain = false;
        await roll();
      }
      rolling.isUnderWay = false;
    },

    /** Lets all of them end in their own time. */
    async stop(): Promise<void> {
      ending.abort();
      for (const { worker } of members) worker.process.kill("SIGTERM");
      await Promise.all([...members].map(({ exited }) => exited));
    },
  };
}

async function ended(worker: Worker): Promise<void> {
  worker.on("error", (err) => log().warn({ err }, "a process cannot be reached"));
  // One that cannot be started has no exit.
  await Promise.race([once(worker, "exit"), once(worker.process, "error")]);
}

/** What it had to say, it has said itself. */
function describeFirstEnd(signal: NodeJS.Signals | null): string | undefined {
  return signal === null ? undefined : `the first process was ended by ${signal} while it started`;
}
