import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import type { OverviewRange } from "#lib/reports/contract.ts";

export type MerchantReport = Answer<"GET /api/console/overview">;
export type IssuerReport = Answer<"GET /api/console/issuer-overview">;

const POLL_INTERVAL_MS = 30_000;

export function useOverview(range: OverviewRange) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/overview", environment, { range }),
    queryFn: ({ signal }) =>
      api("GET /api/console/overview", { environment, query: { range }, signal }),
    placeholderData: keepPreviousOf(environment),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useIssuerOverview(range: OverviewRange) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/issuer-overview", environment, { range }),
    queryFn: ({ signal }) =>
      api("GET /api/console/issuer-overview", { environment, query: { range }, signal }),
    placeholderData: keepPreviousOf(environment),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
