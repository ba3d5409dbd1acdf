import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answer, api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { type RequestFilterTexts, toRequestsQuery } from "./request-filters.ts";

export type CallsPage = Answer<"GET /api/console/requests">;
export type LoggedCall = Answer<"GET /api/console/requests/{requestId}">;

/** Takes 30 of the 120 reads a minute that the smallest tier has. */
const POLL_INTERVAL_MS = 2000;
/** More rows than people read; after that the page starts over. */
const MAX_ROWS = 300;
const MAX_NEW_ROWS = "100";

type LogQuery = {
  environment: Environment;
  filters: RequestFilterTexts;
  /** Of an older page; only the newest can be live. */
  cursor?: string | undefined;
  /** Whether new calls should appear on their own. */
  live: boolean;
  enabled?: boolean;
};

/** A page of the request log; the newest grows while it is live. */
export function useRequestLog({ environment, filters, cursor, live, enabled = true }: LogQuery) {
  const client = useQueryClient();
  const queryKey = keyOf("GET /api/console/requests", environment, { filters, cursor });
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => readLog(client, queryKey, { environment, filters, cursor }, signal),
    refetchInterval: ({ state }) => (live && cursor === undefined ? pause(state.error) : false),
    placeholderData: keepPreviousOf(environment),
    enabled,
  });
}

async function readLog(
  client: QueryClient,
  queryKey: readonly unknown[],
  { environment, filters, cursor }: Omit<LogQuery, "live" | "enabled">,
  signal: AbortSignal,
): Promise<CallsPage> {
  const query = toRequestsQuery(filters, Date.now());
  const shown = client.getQueryData<CallsPage>(queryKey);
  if (shown && cursor === undefined && shown.requests.length < MAX_ROWS) {
    const since = { ...query, after: shown.latest, limit: MAX_NEW_ROWS };
    return mergeNews(
      shown,
      await api("GET /api/console/requests", { environment, query: since, signal }),
    );
  }
  return await api("GET /api/console/requests", {
    environment,
    query: { ...query, cursor },
    signal,
  });
}

/** Milliseconds until the next poll; `false` after a permanent refusal. */
function pause(error: Error | null): number | false {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0)
    return POLL_INTERVAL_MS;
  return error.status === 429 ? 1000 * (error.retryAfter ?? 60) : false;
}

/** One call by its id; `row` if a list has it already. Logged calls never change. */
export function useRequest(
  environment: Environment,
  requestId: string,
  row: LoggedCall | undefined,
) {
  return useQuery({
    queryKey: keyOf("GET /api/console/requests/{requestId}", environment, { requestId }),
    queryFn: ({ signal }) =>
      api("GET /api/console/requests/{requestId}", { environment, params: { requestId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    ...(row ? { initialData: row } : {}),
  });
}

/** The page with the calls logged since, each call once, the newest first. */
export function mergeNews(page: CallsPage, news: CallsPage): CallsPage {
  const { requests, nextCursor } = page;
  const known = new Set(requests.map(({ requestId }) => requestId));
  const oldest = requests.at(-1)?.requestId ?? "";
  const added = news.requests.filter(
    ({ requestId }) =>
      !known.has(requestId) &&
      // A call that was logged late may belong further down, where the next page shows it.
      (nextCursor === null || requestId > oldest),
  );
  return {
    requests: added.length === 0 ? requests : [...added, ...requests].sort(byArrival),
    nextCursor,
    latest: news.latest,
  };
}

// Ids sort by time.
function byArrival(one: LoggedCall, other: LoggedCall): number {
  return one.requestId < other.requestId ? 1 : -1;
}
