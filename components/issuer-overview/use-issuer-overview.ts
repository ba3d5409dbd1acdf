import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { getIssuerOverview } from "#lib/client/issuer-overview.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import type { OverviewRange } from "#lib/contract/console-overview.ts";

const LOOK_AGAIN_MS = 30_000;

export function useIssuerOverview(range: OverviewRange) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.issuerOverview(environment, range),
    queryFn: ({ signal }) => getIssuerOverview({ environment, range }, signal),
    placeholderData: keepPreviousOf(environment),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
