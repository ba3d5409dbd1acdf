import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { getIssuerOverview } from "#lib/browser/endpoints/issuer-overview.ts";
import { getOverview } from "#lib/browser/endpoints/overview.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";
import type { OverviewRange } from "#lib/reports/contract.ts";

const LOOK_AGAIN_MS = 30_000;

export function useOverview(range: OverviewRange) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.overview(environment, range),
    queryFn: ({ signal }) => getOverview({ environment, range }, signal),
    placeholderData: keepPreviousOf(environment),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function useIssuerOverview(range: OverviewRange) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.issuerOverview(environment, range),
    queryFn: ({ signal }) => getIssuerOverview({ environment, range }, signal),
    placeholderData: keepPreviousOf(environment),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
