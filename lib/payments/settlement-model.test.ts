import { once } from "node:events";
import { availableParallelism } from "node:os";
import { describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import type { Lane } from "#lib/testing/model/lane.ts";
import { modelProviders } from "#lib/testing/model/providers.ts";

/** Of the one run that is to happen again: MODEL_SEED=17. */
const { MODEL_SEED: seed, LONG_TESTS } = process.env;
const firstSeed = seed === undefined ? Date.now() % 1_000_000 : Number(seed);
const runs = seed === undefined ? (LONG_TESTS ? 1000 : 45) : 1;

/** Threads for each provider: a long run takes what the machine has. */
const LANES = LONG_TESTS ? Math.ceil(availableParallelism() / 2) : 1;

describe("whatever happens in whatever order, the books agree in the end", {
  concurrency: true,
}, () => {
  for (const provider of modelProviders) {
    test(provider, async (context) => {
      const share = Math.ceil(runs / LANES);
      const lanes = Array.from({ length: Math.ceil(runs / share) }, (_, index) => {
        const played = index * share;
        const lane = { firstSeed: firstSeed + played, runs: Math.min(share, runs - played) };
        return playLane({ provider, ...lane });
      });
      await Promise.all(lanes);
      context.diagnostic(`${runs} runs with ${provider}, seeds from ${firstSeed}`);
    });
  }
});

/** In a thread, off the hooks that the test runner has in its own. Throws what the lane throws. */
async function playLane(lane: Lane): Promise<void> {
  const file = new URL(import.meta.resolve("#lib/testing/model/lane.ts"));
  await once(new Worker(file, { workerData: lane }), "exit");
}
