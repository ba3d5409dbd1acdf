import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { listConnections } from "#lib/client/gateways.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

export function useConnections() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.connections(environment),
    queryFn: ({ signal }) => listConnections(environment, signal),
  });
}
