import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import {
  listConnections,
  removeConnection,
  saveConnection,
  testConnection,
} from "#lib/browser/endpoints/gateways.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { ConnectionRequest } from "#lib/gateways/contract.ts";

export function useConnections() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.connections(environment),
    queryFn: ({ signal }) => listConnections(environment, signal),
  });
}

/** Connects a provider to the gateway, or replaces what is connected. */
export function useSaveConnection(gateway: GatewayName) {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (request: ConnectionRequest) => saveConnection({ environment, gateway }, request),
    onSuccess,
  });
}

export function useRemoveConnection(gateway: GatewayName) {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: () => removeConnection({ environment, gateway }),
    onSuccess,
  });
}

/** Asks the provider whether it takes the saved credentials; nothing is charged. */
export function useTestConnection(gateway: GatewayName) {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: () => testConnection({ environment, gateway }),
    onSuccess,
  });
}

function useRefresh() {
  const client = useQueryClient();
  const { environment } = useEnvironment();
  return () => client.invalidateQueries({ queryKey: queryKeys.connections(environment) });
}
