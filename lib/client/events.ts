import type { Call, CallOptions } from "./call.ts";
import { createList, type List, type Page } from "./list.ts";
import type { Query, Schemas } from "./schemas.ts";

type Event = Schemas["Event"];

/** `lastCursor` is how far it was read, whatever the filter left: the next `after`. null where there was nothing. */
export type EventPage = Page<Event> & { lastCursor: string | null };

/** The calls about events. Each throws ApiError. */
export function createEvents(call: Call) {
  return {
    /** Oldest first. `after` takes the id of the last event that you have handled. */
    list: (query: Query<"listEvents"> = {}, options?: CallOptions): List<Event, EventPage> =>
      createList<Event, EventPage>(async (cursor = query.after) => {
        const input = { query: { ...query, after: cursor } };
        const page = await call("GET /api/v1/events", input, options);
        const { events: entries, nextCursor, lastCursor } = page;
        return { entries, nextCursor, lastCursor };
      }),

    /** One page as the API answers it. */
    readPage: (query: Query<"listEvents"> = {}, options?: CallOptions) =>
      call("GET /api/v1/events", { query }, options),

    get: (eventId: string, options?: CallOptions) =>
      call("GET /api/v1/events/{eventId}", { params: { eventId } }, options),
  };
}
