import { setTimeout as delay } from "node:timers/promises";

/** How long a process relies on what it has read of a key. */
export const KEY_CACHE_MS = 500;
/** Timers are not exact. */
const MARGIN_MS = 50;

/** Resolves when no process of the service relies on what it has read of a key before. */
export async function outlastKeyCaches(): Promise<void> {
  await delay(KEY_CACHE_MS + MARGIN_MS);
}
