import { setTimeout as sleep } from "node:timers/promises";
import { growingPause } from "#lib/core/growing-pause.ts";
import { log } from "#lib/log/logger.ts";
import type { Postmaster } from "./postmaster.ts";

/** One that ran for as long is started again without a pause. */
const STEADY_MS = 60_000;
const PAUSE = { firstMs: 250, maxMs: 30_000 };
/** So many starts in a row that fail are no accident. */
const MAX_FAILED_STARTS = 5;

/**
 * Starts PostgreSQL again whenever it ends by itself, by `restart`, which keeps its port: clients find it where
 * it was. `exited` is fulfilled once it has been stopped, or cannot be started any more.
 */
export function keepRunning(first: Postmaster, restart: () => Promise<Postmaster>): Postmaster {
  const running = { postmaster: first, isStopping: false };
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    let shortRuns = 0;
    for (;;) {
      const startedAt = performance.now();
      await running.postmaster.exited;
      if (running.isStopping) return;

      shortRuns = performance.now() - startedAt < STEADY_MS ? shortRuns + 1 : 0;
      log().error("PostgreSQL has ended, and is started again");
      const next = await startAgain(shortRuns);
      if (!next) return;
      running.postmaster = next;
      log().info("PostgreSQL runs again");
    }
  }

  /** Undefined where it cannot be started, or should not any more. */
  async function startAgain(shortRuns: number): Promise<Postmaster | undefined> {
    for (let failures = 0; failures < MAX_FAILED_STARTS; failures += 1) {
      const pauseMs = growingPause(shortRuns + failures, PAUSE);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (running.isStopping) return undefined;
      const next = await restart().catch((err: unknown) => {
        log().error({ err }, "PostgreSQL could not be started again");
      });
      if (next && running.isStopping) await next.stop();
      if (next) return next;
    }
    return undefined;
  }

  const exited = watch();
  return {
    port: first.port,
    exited,
    stop: async () => {
      running.isStopping = true;
      stopping.abort();
      await running.postmaster.stop();
      // One that is just being started is stopped there.
      await exited;
    },
  };
}
