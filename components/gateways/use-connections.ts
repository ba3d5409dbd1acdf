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

/** Connects a provider to the gateway, or replaces the connection. */
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

/** Asks the provider whether it accepts the saved credentials; nothing is charged. */
export function useTestConnection({ gateway, connectionId, updatedAt }: ListedConnection) {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  const credentials = `${environment} ${connectionId} ${updatedAt}`;
  const { mutate, variables, ...test } = useMutation({
    mutationFn: (_credentials: string) =>
      api("POST /api/console/gateways/{gateway}/test", { environment, params: { gateway } }),
    onSuccess,
  });
  // The result for replaced credentials, or of another environment, does not apply here.
  const isCurrent = variables === credentials;
  return {
    start: () => mutate(credentials),
    result: isCurrent ? test.data : undefined,
    error: isCurrent ? test.error : null,
    isPending: isCurrent && test.isPending,
  };
}

function useRefresh() {
  const client = useQueryClient();
  const { environment } = useEnvironment();
  return () =>
    client.invalidateQueries({ queryKey: keyOf("GET /api/console/gateways", environment) });
}
