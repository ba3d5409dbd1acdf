import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "#lib/client/query-keys.ts";
import { getRequest } from "#lib/client/requests.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { LoggedRequest } from "#lib/contract/requests.ts";

/** One call by its id; `row` where a list has it already. What was logged never changes. */
export function useRequest(
  environment: Environment,
  requestId: string,
  row: LoggedRequest | undefined,
) {
  return useQuery({
    queryKey: queryKeys.request(environment, requestId),
    queryFn: ({ signal }) => getRequest({ environment, requestId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    ...(row ? { initialData: row } : {}),
  });
}
