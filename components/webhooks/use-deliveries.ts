import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { type DeliveryFilterTexts, toDeliveriesQuery } from "./delivery-filters.ts";
import { useRefreshEndpoints } from "./use-endpoints.ts";

export type Delivery =
  Answer<"GET /api/v1/webhook-endpoints/{endpointId}/deliveries">["deliveries"][number];
export type Queue = Answer<"GET /api/console/webhook-deliveries">["queues"][number];
export type DeliveryAttempt = Delivery["attempts"][number];
export type DeliveryDetails =
  Answer<"GET /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}">;

const POLL_INTERVAL_MS = 5_000;

type DeliveriesPage = {
  endpointId: string;
  filters: DeliveryFilterTexts;
  cursor: string | undefined;
  enabled: boolean;
};

/** A page of an endpoint's log; the newest is polled. */
export function useDeliveries({ endpointId, filters, cursor, enabled }: DeliveriesPage) {
  const { environment } = useEnvironment();
  const route = "GET /api/v1/webhook-endpoints/{endpointId}/deliveries";
  return useQuery({
    queryKey: keyOf(route, environment, { endpointId, filters, cursor }),
    queryFn: ({ signal }) => {
      const query = { ...toDeliveriesQuery(filters, Date.now()), cursor };
      return api(route, { environment, params: { endpointId }, query, signal });
    },
    placeholderData: keepPreviousOf(environment),
    refetchInterval: cursor === undefined ? POLL_INTERVAL_MS : false,
    enabled,
  });
}

export function useDelivery(endpointId: string, deliveryId: string) {
  const { environment } = useEnvironment();
  const route = "GET /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}";
  const params = { endpointId, deliveryId };
  return useQuery({
    queryKey: keyOf(route, environment, params),
    queryFn: ({ signal }) => api(route, { environment, params, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** The latest delivery to each endpoint, and what waits; with `eventId`, those of that event. */
export function useLatestDeliveries(eventId?: string) {
  const { environment } = useEnvironment();
  const route = "GET /api/console/webhook-deliveries";
  return useQuery({
    queryKey: keyOf(route, environment, { eventId }),
    queryFn: ({ signal }) => api(route, { environment, query: { eventId }, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Sends it again at once, and gives it with the new attempt. */
export function useResendDelivery(endpointId: string, deliveryId: string) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  const refresh = useRefreshEndpoints();
  const details = keyOf(
    "GET /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}",
    environment,
    { endpointId, deliveryId },
  );
  return useMutation({
    mutationFn: () =>
      api("POST /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend", {
        environment,
        params: { endpointId, deliveryId },
      }),
    onSettled: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: details })]),
  });
}

/** Starts sending what was not delivered since a time, ISO 8601. */
export function useResendSince(endpointId: string) {
  const { environment } = useEnvironment();
  const onSettled = useRefreshEndpoints();
  return useMutation({
    mutationFn: (since: string) =>
      api("POST /api/v1/webhook-endpoints/{endpointId}/resend", {
        environment,
        params: { endpointId },
        body: { since },
      }),
    onSettled,
  });
}
