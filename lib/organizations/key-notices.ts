import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { queueCreatedNotices, queueUnusedNotices } from "./store-key-notices.ts";

/** Notifies the owners of keys that members have created since the last run. */
export async function announceKeys(): Promise<undefined> {
  if (await queueCreatedNotices()) await sendQueuedSoon();
}

/** Notifies the owners of keys that were unused for long, once until they are used again. */
export async function announceUnusedKeys(): Promise<undefined> {
  if (await queueUnusedNotices()) await sendQueuedSoon();
}
