import type { Tenant } from "#lib/core/caller.ts";
import { positionAt } from "./log.ts";
import type { LoggedEvent } from "./logged-event.ts";
import { type EventFilter, type LogEntry, selectEndBefore, selectFiltered } from "./store-log.ts";

/** How many events one call reads at most, whatever its filter leaves of them. */
const MAX_SCANNED = 5_000;

export type Scan = {
  events: LoggedEvent[];
  /** Where the next page begins; undefined at the end of the log, or of the period. */
  next: Place | undefined;
  /** The last entry that was read, whatever the filter left of it. */
  last: Place | undefined;
};

type Place = Pick<LogEntry, "position" | "createdAt">;

/** The next events that pass the filter, the oldest first; fewer than `limit` where they are rare. */
export async function scanLog(
  tenant: Tenant,
  {
    after = 0,
    limit,
    types,
    from = new Date(0),
    to,
  }: Pick<EventFilter, "types"> & {
    after?: number | undefined;
    limit: number;
    from?: Date | undefined;
    to?: Date | undefined;
  },
): Promise<Scan> {
  const begin = Math.max(after, await positionAt(from));
  const end = to && (await selectEndBefore(to));
  const filter = { types, from, to: to ?? new Date(8.64e15) };
  const events: LoggedEvent[] = [];
  let last: LogEntry | undefined;
  // Most pages are full with the first entries.
  for (let scanned = 0, chunk = limit + 1; scanned < MAX_SCANNED; chunk = 1_000) {
    const page = { after: last?.position ?? begin, limit: Math.min(chunk, MAX_SCANNED - scanned) };
    const entries = await selectFiltered(tenant, page, filter);
    for (const entry of entries) {
      // What is behind the end is of later, and a full page ends before the next event that belongs to it.
      if (end !== undefined && entry.position > end) return { events, next: undefined, last };
      if (entry.event && events.length === limit) return { events, next: last, last };
      if (entry.event) events.push(entry.event);
      last = entry;
    }
    if (entries.length < page.limit) return { events, next: undefined, last };
    scanned += entries.length;
  }
  return { events, next: last, last };
}
