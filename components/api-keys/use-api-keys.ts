import { useQuery } from "@tanstack/react-query";
import { listApiKeys } from "#lib/client/api-keys.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import type { Environment } from "#lib/contract/environment.ts";

export function useApiKeys(environment: Environment) {
  return useQuery({
    queryKey: queryKeys.apiKeys(environment),
    queryFn: ({ signal }) => listApiKeys(environment, signal),
  });
}
