import { REQUEST_LOG_DAYS } from "#lib/contract/request-log-days.ts";
import { firstIdAt } from "#lib/ids/create-id.ts";
import { deleteRequestsBefore } from "#lib/storage/request-log.ts";

/** Each batch is a transaction of its own: nobody waits long for it, and an end half way loses none. */
const BATCH = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the calls that are older than the log is kept. */
export async function pruneRequestLog(): Promise<undefined> {
  const first = firstIdAt("request", new Date(Date.now() - REQUEST_LOG_DAYS * DAY_MS));
  let deleted = BATCH;
  while (deleted === BATCH) deleted = await deleteRequestsBefore(first, BATCH);
}
