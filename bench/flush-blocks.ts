import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

// A thread of its own, so that only the disk can delay it: watch-disk.ts starts it with a path.

const EVERY_MS = 100;
/** One page of PostgreSQL. */
const block = Buffer.alloc(8192);

const file = openSync(workerData, "w");
while (true) {
  const start = performance.now();
  writeSync(file, block, 0, block.length, 0);
  fdatasyncSync(file);
  parentPort?.postMessage(performance.now() - start);
  await pause(EVERY_MS);
}
