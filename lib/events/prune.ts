import { EVENT_DAYS } from "#lib/core/retention.ts";
import { deleteEventsBefore } from "./store-log.ts";
import { deleteRejectedBefore } from "./store-outbox.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the events that are past their retention, and what leads to their places. */
export async function pruneEvents(): Promise<undefined> {
  const end = new Date(Date.now() - EVENT_DAYS * DAY_MS);
  await deleteRejectedBefore(end);
  await deleteEventsBefore(end);
}
