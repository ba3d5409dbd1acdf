import { useQuery } from "@tanstack/react-query";
import { fetchServiceStatus } from "#lib/client/fetch-service-status.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

const secondsBetweenLooks = 30;

export function useServiceStatus() {
  return useQuery({
    queryKey: queryKeys.serviceStatus,
    queryFn: ({ signal }) => fetchServiceStatus(signal),
    refetchInterval: secondsBetweenLooks * 1000,
    // The next look is its own retry; a page that hides an outage behind retries is late.
    retry: false,
  });
}
