import { AsyncLocalStorage } from "node:async_hooks";

const staleReads = new AsyncLocalStorage<true>();

/** Lets the statements of `work` read what a standby has, which may be a few seconds old. */
export function withStaleReads<T>(work: () => T): T {
  return staleReads.run(true, work);
}

/** The same for what is produced chunk by chunk: a generator runs in the context of whoever asks for more. */
export async function* chunksWithStaleReads<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await withStaleReads(() => source.next());
      if (done) return;
      yield value;
    }
  } finally {
    await source.return?.();
  }
}

export function mayReadStale(): boolean {
  return staleReads.getStore() === true;
}
