import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { waitOutside } from "#lib/limits/outside.ts";
import { log } from "#lib/log/logger.ts";

/** How long a process caches its lookup of a key or a session. */
export const KEY_CACHE_MS = 500;
/** A value that is used in the last part of that time is read again in the background. */
const RENEWAL_MS = 100;
/** Timers are not exact. */
const MARGIN_MS = 50;

/** Resolves when no process of the service uses an earlier lookup of a key any more. */
export async function outlastKeyCaches(): Promise<void> {
  await waitOutside(delay(KEY_CACHE_MS + MARGIN_MS));
}

export type KeyCache<Value extends object> = {
  /** Reads the value unless it is cached. Undefined is never cached. */
  find(id: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /** Makes a change effective at once in this process. */
  forget(): void;
};

/**
 * Caches values for `KEY_CACHE_MS`. Not by the library's `fetch`: a value's age counts from before its query,
 * and a query that takes longer than that time is not shared.
 */
export function createKeyCache<Value extends object>(): KeyCache<Value> {
  const options = { max: 10_000, ttl: KEY_CACHE_MS };
  const values = new LRUCache<string, Value>(options);
  /** The lookups in progress, for all calls that need them meanwhile. */
  const readings = new LRUCache<string, Promise<Value | undefined>>(options);

  function shareReading(id: string, read: () => Promise<Value | undefined>) {
    const current = readings.get(id);
    if (current) return current;

    // The row may change before the answer arrives.
    const start = performance.now();
    const reading = read()
      .then((value) => {
        if (readings.get(id) !== reading) return value;
        if (value) values.set(id, value, { start });
        else values.delete(id);
        return value;
      })
      .finally(() => {
        if (readings.peek(id) === reading) readings.delete(id);
      });
    readings.set(id, reading, { start });
    return reading;
  }

  return {
    async find(id, read) {
      const known = values.get(id);
      if (!known) return await shareReading(id, read);
      if (values.getRemainingTTL(id) < RENEWAL_MS) {
        shareReading(id, read).catch((err) => log().warn({ err }, "a key was not read again"));
      }
      return known;
    },
    forget() {
      values.clear();
      readings.clear();
    },
  };
}
