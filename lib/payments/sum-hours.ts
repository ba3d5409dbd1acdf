import { log } from "#lib/log/logger.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { addUpChanges, deleteSums, insertNextHour, rewindSums as rewind } from "./store/hours.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * An hour is summed this long after its end: after the ten minutes in which the triggers let a payment
 * change, and the time that a transaction of then may still take.
 */
const SETTLED_MS = 15 * 60 * 1000;

/**
 * Sums the payments of the hours that have ended, one hour at a time, and adds up what has changed in
 * those that were summed before.
 */
export async function sumHours(): Promise<undefined> {
  const end = new Date(Math.floor((Date.now() - SETTLED_MS) / HOUR_MS) * HOUR_MS);
  let hours = 0;
  while (await insertNextHour(end)) hours += 1;
  while ((await addUpChanges()) > 0);
  log().debug({ hours, end }, "payments summed");
}

/** Sums everything again. Until that is done, overviews read the payments themselves. */
export async function rebuildSums(): Promise<void> {
  await deleteSums();
  await sumHours();
}

/** Has everything from the hour of that time on summed again: before something is written into hours of the past. */
export async function rewindSums(transaction: Transaction, time: Date): Promise<void> {
  await rewind(transaction, time);
}
