import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Lane } from "./lane.ts";

/** Of the one run that is to happen again: MODEL_SEED=17. */
const { MODEL_SEED: seed, LONG_TESTS } = process.env;
const runs = seed === undefined ? (LONG_TESTS ? 1000 : 45) : 1;
/** More threads than processors: while one of them waits for its database, another one plays. */
const LANES = LONG_TESTS ? 2 * availableParallelism() : 2;

/** Plays one sale for each seed, and returns which it played. Throws for the first that went wrong. */
export async function playInLanes(): Promise<string> {
  const firstSeed = seed === undefined ? Date.now() % 1_000_000 : Number(seed);
  const share = Math.ceil(runs / LANES);
  const lanes = Array.from({ length: Math.ceil(runs / share) }, (_, index) => {
    const played = index * share;
    return playInThread({ firstSeed: firstSeed + played, runs: Math.min(share, runs - played) });
  });
  await Promise.all(lanes);
  return `${runs} runs over three gateways, seeds from ${firstSeed}`;
}

/** Off the hooks that the test runner has in its own thread. */
async function playInThread(lane: Lane): Promise<void> {
  const file = new URL(import.meta.resolve("./lane.ts"));
  await once(new Worker(file, { workerData: lane }), "exit");
}
