import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { queueCreatedNotices, queueUnusedNotices } from "./store-key-notices.ts";

/** Tells the owners of keys that members have made since the last run. */
export async function announceKeys(): Promise<undefined> {
  if (await queueCreatedNotices()) await sendQueuedSoon();
}

/** Tells the owners of keys that nobody has used for long, once until they are used again. */
export async function announceUnusedKeys(): Promise<undefined> {
  if (await queueUnusedNotices()) await sendQueuedSoon();
}
