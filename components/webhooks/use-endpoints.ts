import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export type Endpoint = Answer<"GET /api/v1/webhook-endpoints/{endpointId}">;
export type PingDelivery = Answer<"POST /api/v1/webhook-endpoints/{endpointId}/test">;

/** It is disabled, or fails, elsewhere. */
const POLL_INTERVAL_MS = 10_000;
const RESENDING_INTERVAL_MS = 2_000;

export function useEndpoints() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/v1/webhook-endpoints", environment),
    queryFn: async ({ signal }) =>
      (await api("GET /api/v1/webhook-endpoints", { environment, signal })).endpoints,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useEndpoint(endpointId: string) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/v1/webhook-endpoints/{endpointId}", environment, { endpointId }),
    queryFn: ({ signal }) =>
      api("GET /api/v1/webhook-endpoints/{endpointId}", {
        environment,
        params: { endpointId },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.resendingSince ? RESENDING_INTERVAL_MS : POLL_INTERVAL_MS,
  });
}

export function useCreateEndpoint() {
  const { environment } = useEnvironment();
  const onSettled = useRefreshEndpoints();
  return useMutation({
    mutationFn: (body: Sent<"POST /api/v1/webhook-endpoints", "body">) =>
      api("POST /api/v1/webhook-endpoints", { environment, body }),
    onSettled,
    // The answer contains the secret: it is dropped once it is no longer shown.
    gcTime: 0,
  });
}

export function useChangeEndpoint(endpointId: string) {
  const { environment } = useEnvironment();
  const onSettled = useRefreshEndpoints();
  return useMutation({
    mutationFn: (body: Sent<"PATCH /api/v1/webhook-endpoints/{endpointId}", "body">) =>
      api("PATCH /api/v1/webhook-endpoints/{endpointId}", {
        environment,
        params: { endpointId },
        body,
      }),
    onSettled,
  });
}

/** Enables it, and then has events sent that it missed since a time, ISO 8601; undefined for none. */
export function useEnableEndpoint(endpointId: string) {
  const { environment } = useEnvironment();
  const onSettled = useRefreshEndpoints();
  const options = { environment, params: { endpointId } };
  return useMutation({
    mutationFn: async (since: string | undefined) => {
      const path = "/api/v1/webhook-endpoints/{endpointId}";
      await api(`PATCH ${path}`, { ...options, body: { status: "enabled" } });
      if (since !== undefined) await api(`POST ${path}/resend`, { ...options, body: { since } });
    },
    onSettled,
  });
}

export function useDeleteEndpoint(endpointId: string) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api("DELETE /api/v1/webhook-endpoints/{endpointId}", { environment, params: { endpointId } }),
    // The list alone: the page of the endpoint is about to be left.
    onSettled: () =>
      client.invalidateQueries({ queryKey: keyOf("GET /api/v1/webhook-endpoints", environment) }),
  });
}

export function useRotateSecret(endpointId: string) {
  const { environment } = useEnvironment();
  return useMutation({
    mutationFn: () =>
      api("POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret", {
        environment,
        params: { endpointId },
      }),
    gcTime: 0,
  });
}

/** Sends a ping at once, and gives what came back. */
export function useTestEndpoint(endpointId: string) {
  const { environment } = useEnvironment();
  const onSettled = useRefreshEndpoints();
  return useMutation({
    mutationFn: () =>
      api("POST /api/v1/webhook-endpoints/{endpointId}/test", {
        environment,
        params: { endpointId },
      }),
    onSettled,
  });
}

/** After a failure, too: if only the answer was lost, the page shows what was done. */
export function useRefreshEndpoints() {
  const client = useQueryClient();
  const { environment } = useEnvironment();
  return () =>
    Promise.all(
      (
        [
          "GET /api/v1/webhook-endpoints",
          "GET /api/v1/webhook-endpoints/{endpointId}",
          "GET /api/v1/webhook-endpoints/{endpointId}/deliveries",
          "GET /api/console/webhook-deliveries",
        ] as const
      ).map((route) => client.invalidateQueries({ queryKey: keyOf(route, environment) })),
    );
}
