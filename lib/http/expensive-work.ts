import type { ExpensiveWork } from "#lib/core/operation.ts";
import { Places } from "#lib/limits/places.ts";
import type { Exchange } from "./exchange.ts";

/**
 * The places of each kind of expensive work in a process: few enough that the others' payments hardly notice, and half
 * of them at most for one tenant or address.
 */
const kinds: Record<ExpensiveWork, Places> = {
  /** Reads that may go through many rows. */
  reports: new Places({ kind: "reports", places: 4, queue: 64 }),
  /** Each checks up to a hundred public keys. */
  batches: new Places({ kind: "batches", places: 2, queue: 16 }),
  /** Each takes a core for a tenth of a second. */
  key_generation: new Places({ kind: "key_generation", places: 4, queue: 128 }),
};

/** Exports whose readers have not read all of them yet: each keeps a chunk in memory. */
const openExports = new Places({ kind: "exports", places: 64, queue: 0 });

/** Chunks that are read from the database and written. */
const chunks = new Places({ kind: "export_chunks", places: 2, queue: Number.POSITIVE_INFINITY });

/** Does the work of a call, in a place of its kind if it is expensive. Throws as `Places.run` does. */
export async function doWork<T>(
  { kind, holder }: { kind: ExpensiveWork | undefined; holder: string },
  work: () => Promise<T>,
): Promise<T> {
  return kind === undefined ? await work() : await kinds[kind].run(holder, work);
}

/**
 * The chunks of an export, one at a time, in turn with other exports. Resolves once the export has a place, which
 * it keeps until it is read to its end, or its request is over. Throws as `Places.run` does.
 */
export async function openExport(
  { holder, request: { signal } }: Pick<Exchange, "holder" | "request">,
  source: AsyncIterable<string>,
): Promise<AsyncGenerator<string>> {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const place = openExports.run(holder, async () => {
    begun.resolve();
    await ended.promise;
  });
  await Promise.race([begun.promise, place]);
  // A client that leaves before the first chunk never has the generator run.
  if (signal.aborted) ended.resolve();
  signal.addEventListener("abort", () => ended.resolve());
  return readChunks(holder, source[Symbol.asyncIterator](), ended.resolve);
}

async function* readChunks(
  holder: string,
  source: AsyncIterator<string>,
  end: () => void,
): AsyncGenerator<string> {
  try {
    for (;;) {
      const { done, value } = await chunks.run(holder, () => source.next());
      if (done) return;
      yield value;
    }
  } finally {
    try {
      await source.return?.();
    } finally {
      end();
    }
  }
}
