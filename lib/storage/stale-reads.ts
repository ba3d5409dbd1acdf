import { AsyncLocalStorage } from "node:async_hooks";

type Reading = {
  /** Whether some of it was read from the primary: the rest must not be older. */
  isOver: boolean;
};

const readings = new AsyncLocalStorage<Reading>();

/** Lets the statements of `work` read what a standby has, which may be a few seconds old. */
export function withStaleReads<T>(work: () => T): T {
  return readings.run({ isOver: false }, work);
}

/** The same for what is produced chunk by chunk: a generator runs in the context of whoever asks for more. */
export async function* chunksWithStaleReads<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const source = chunks[Symbol.asyncIterator]();
  const reading = { isOver: false };
  try {
    for (;;) {
      const { done, value } = await readings.run(reading, () => source.next());
      if (done) return;
      yield value;
    }
  } finally {
    await source.return?.();
  }
}

/** Whether the current work reads from a standby where one is used. */
export function mayReadStale(): boolean {
  return readings.getStore()?.isOver === false;
}

/** From now on, the current work reads from the primary. */
export function endStaleReads(): void {
  const reading = readings.getStore();
  if (reading) reading.isOver = true;
}
