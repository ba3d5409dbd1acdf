import { defineFilters, oneOf } from "#components/ui/define-filters.ts";
import type { Sent } from "#lib/browser/api.ts";
import { eventTypes } from "#lib/core/vocabulary.ts";

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;

export const deliveryFilters = defineFilters({
  status: oneOf(deliveryStatuses),
  type: oneOf([...eventTypes, "ping"]),
});

export type DeliveryFilterTexts = typeof deliveryFilters.none;

type DeliveriesQuery = Sent<"GET /api/v1/webhook-endpoints/{endpointId}/deliveries", "query">;

/** The query for the API, which takes no period here. */
export function toDeliveriesQuery(filters: DeliveryFilterTexts): DeliveriesQuery {
  const { status, type } = deliveryFilters.read(filters, 0).query;
  return { status, type };
}
