import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import { listRequests } from "#lib/client/requests.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { RequestsPage } from "#lib/contract/requests.ts";
import { mergeNews } from "./merge-news.ts";
import { type RequestFilters, toRequestsQuery } from "./request-filters.ts";

/** Takes 30 of the 120 reads a minute that the smallest tier has. */
const FOLLOW_MS = 2000;
/** More rows than anybody reads; then the page begins anew. */
const MOST_ROWS = 300;
const MOST_NEWS = "100";

type LogQuery = {
  environment: Environment;
  filters: RequestFilters;
  /** Of an older page; the newest is the one that can be followed. */
  cursor?: string | undefined;
  /** Whether new calls are to appear by themselves. */
  live: boolean;
};

/** A page of the request log; the newest one grows while it is followed. */
export function useRequestLog({ environment, filters, cursor, live }: LogQuery) {
  const client = useQueryClient();
  const queryKey = queryKeys.requests(environment, filters, cursor);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => readLog(client, queryKey, { environment, filters, cursor }, signal),
    refetchInterval: ({ state }) => (live && cursor === undefined ? pause(state.error) : false),
    placeholderData: keepPreviousOf(environment),
  });
}

async function readLog(
  client: QueryClient,
  queryKey: readonly unknown[],
  { environment, filters, cursor }: Omit<LogQuery, "live">,
  signal: AbortSignal,
): Promise<RequestsPage> {
  const query = toRequestsQuery(filters, Date.now());
  const shown = client.getQueryData<RequestsPage>(queryKey);
  if (shown && cursor === undefined && shown.requests.length < MOST_ROWS) {
    const wanted = { ...query, after: shown.latest, limit: MOST_NEWS };
    return mergeNews(shown, await listRequests(environment, wanted, signal));
  }
  return await listRequests(environment, { ...query, ...(cursor ? { cursor } : {}) }, signal);
}

/** How long until the next look; what was refused for good is not asked again. */
function pause(error: Error | null): number | false {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0) return FOLLOW_MS;
  return error.status === 429 ? 1000 * (error.retryAfter ?? 60) : false;
}
