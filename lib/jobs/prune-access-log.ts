import { ACCESS_LOG_DAYS } from "#lib/contract/access-log-days.ts";
import { deleteAccessBefore } from "#lib/storage/access-log.ts";

/** Each batch is a transaction of its own: nobody waits long for it, and an end half way loses none. */
const BATCH = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the grants that are older than the access log is kept. */
export async function pruneAccessLog(): Promise<undefined> {
  const end = new Date(Date.now() - ACCESS_LOG_DAYS * DAY_MS);
  let deleted = BATCH;
  while (deleted === BATCH) deleted = await deleteAccessBefore(end, BATCH);
}
