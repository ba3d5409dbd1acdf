import { anyText, defineFilters, oneOf } from "#components/ui/define-filters.ts";
import type { Sent } from "#lib/browser/api.ts";
import { eventTypes } from "#lib/core/vocabulary.ts";

export const eventFilters = defineFilters({
  type: oneOf(eventTypes),
  payment: anyText,
  user: anyText,
});

export type EventFilterTexts = typeof eventFilters.none;

/** The query for the API. `now` in milliseconds. */
export function toEventsQuery(
  filters: EventFilterTexts,
  now: number,
): Sent<"GET /api/console/events", "query"> {
  const { payment: paymentId, user: userId, ...same } = eventFilters.read(filters, now).query;
  return { ...same, paymentId, userId };
}
