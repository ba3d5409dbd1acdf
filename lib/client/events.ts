import type { Call, CallOptions } from "./call.ts";
import { createList, type List } from "./list.ts";
import type { Query, Schemas } from "./schemas.ts";

/** The calls about events. Each throws ApiError. */
export function createEvents(call: Call) {
  return {
    /** Oldest first. `after` takes the id of the last event that you have handled. */
    list: (query: Query<"listEvents"> = {}, options?: CallOptions): List<Schemas["Event"]> =>
      createList(async (cursor = query.after) => {
        const input = { query: { ...query, after: cursor } };
        const page = await call("GET /api/v1/events", input, options);
        return { entries: page.events, nextCursor: page.nextCursor };
      }),

    /** One page as the API answers it, with `lastCursor`: for following events for a long time. */
    readPage: (query: Query<"listEvents"> = {}, options?: CallOptions) =>
      call("GET /api/v1/events", { query }, options),

    get: (eventId: string, options?: CallOptions) =>
      call("GET /api/v1/events/{eventId}", { params: { eventId } }, options),
  };
}
