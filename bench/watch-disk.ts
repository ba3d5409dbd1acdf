import { join } from "node:path";
import { Worker } from "node:worker_threads";

/**
 * Flushes one block to a file of its own, ten times a second, beside the other use of the disk, until it is
 * disposed of. A commit takes at least as long.
 */
export function watchDisk(folder: string) {
  const script = new URL("./flush-blocks.ts", import.meta.url);
  const worker = new Worker(script, { workerData: join(folder, "flushed-blocks") });
  let highest = 0;
  worker.on("message", (milliseconds: number) => {
    highest = Math.max(highest, milliseconds);
  });
  return {
    /** The longest flush that has ended since the previous call, in milliseconds. */
    takeHighest(): number {
      const taken = highest;
      highest = 0;
      return taken;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
