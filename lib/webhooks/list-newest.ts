import type { Tenant } from "#lib/core/caller.ts";
import { readTimedCursor, writeTimedCursor } from "#lib/core/cursor.ts";
import type { NewestPage, NewestQuery, Queue } from "./contract-console.ts";
import type { Delivery } from "./contract-deliveries.ts";
import { describeLogged } from "./list-events.ts";
import { selectLatestDeliveries, selectNewestEvents } from "./store-console.ts";
import { selectQueues } from "./store-queues.ts";

/** An organization's events as people read them. Throws `invalid_request` for a bad cursor. */
export async function listNewestEvents({
  caller,
  query: { cursor, limit, ...filter },
}: {
  caller: Tenant;
  query: NewestQuery;
}): Promise<NewestPage> {
  const before = cursor === undefined ? undefined : readTimedCursor("event", cursor);
  const found = await selectNewestEvents(caller, { ...filter, before }, limit + 1);
  const events = found.events.slice(0, limit).map(describeLogged);
  const last = events.at(-1);
  if (found.events.length > limit && last) {
    return { events, nextCursor: writeTimedCursor({ at: last.createdAt, id: last.eventId }) };
  }
  return { events, nextCursor: found.examinedTo ? writeTimedCursor(found.examinedTo) : null };
}

/** The last delivery to each endpoint, or the one of an event, and what they have not been sent yet. */
export async function listLatestDeliveries({
  caller,
  eventId,
}: {
  caller: Tenant;
  eventId: string | undefined;
}): Promise<{ deliveries: Delivery[]; queues: Queue[] }> {
  const [deliveries, queues] = await Promise.all([
    selectLatestDeliveries(caller, eventId),
    selectQueues(caller, eventId),
  ]);
  return { deliveries, queues };
}
