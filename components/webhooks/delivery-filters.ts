import { anyText, defineFilters, oneOf } from "#components/ui/define-filters.ts";
import type { Sent } from "#lib/browser/api.ts";
import { eventTypes } from "#lib/core/vocabulary.ts";

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;

export const deliveryFilters = defineFilters({
  status: oneOf(deliveryStatuses),
  type: oneOf([...eventTypes, "ping"]),
  payment: anyText,
  event: anyText,
});

export type DeliveryFilterTexts = typeof deliveryFilters.none;

/** The query for the API. `now` in milliseconds. */
export function toDeliveriesQuery(
  filters: DeliveryFilterTexts,
  now: number,
): Sent<"GET /api/v1/webhook-endpoints/{endpointId}/deliveries", "query"> {
  const { payment: paymentId, event: eventId, ...same } = deliveryFilters.read(filters, now).query;
  return { ...same, paymentId, eventId };
}
