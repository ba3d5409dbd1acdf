import { AsyncLocalStorage } from "node:async_hooks";

/** A call's place among those in progress; paused while the call costs the process nothing. */
export type CallPlace = { pause(): void; resume(): void };

const places = new AsyncLocalStorage<CallPlace>();

/** Runs the work of one call, whose waits for the outside pause its place. */
export function inPlace<T>(place: CallPlace, work: () => T): T {
  return places.run(place, work);
}

/**
 * The answer of something outside of the process: a provider, a name server, a key service, another call's
 * attempt, or time. Until it comes, the call that asked does not count as busy. In a job it is only waited for.
 */
export async function waitOutside<T>(answer: Promise<T>): Promise<T> {
  const place = places.getStore();
  place?.pause();
  try {
    return await answer;
  } finally {
    place?.resume();
  }
}
