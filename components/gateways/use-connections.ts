import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";

export type ListedConnection = Answer<"GET /api/console/gateways">["connections"][number];
export type TestedConnection = Answer<"POST /api/console/gateways/{gateway}/test">;

export function useConnections() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/gateways", environment),
    queryFn: async ({ signal }) =>
      (await api("GET /api/console/gateways", { environment, signal })).connections,
  });
}

/** Connects a provider to the gateway, or replaces what is connected. */
export function useSaveConnection(gateway: GatewayName) {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Sent<"PUT /api/console/gateways/{gateway}", "body">) =>
      api("PUT /api/console/gateways/{gateway}", { environment, params: { gateway }, body }),
    onSuccess,
  });
}

export function useRemoveConnection(gateway: GatewayName) {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: () =>
      api("DELETE /api/console/gateways/{gateway}", { environment, params: { gateway } }),
    onSuccess,
  });
}

/** Asks the provider whether it takes the saved credentials; nothing is charged. */
export function useTestConnection(gateway: GatewayName) {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: () =>
      api("POST /api/console/gateways/{gateway}/test", { environment, params: { gateway } }),
    onSuccess,
  });
}

function useRefresh() {
  const client = useQueryClient();
  const { environment } = useEnvironment();
  return () =>
    client.invalidateQueries({ queryKey: keyOf("GET /api/console/gateways", environment) });
}
