import type { LoggedRequest, RequestsPage } from "#lib/contract/requests.ts";

/** The page with what was logged since, each call once, the newest first. */
export function mergeNews(page: RequestsPage, news: RequestsPage): RequestsPage {
  const { requests, nextCursor } = page;
  const known = new Set(requests.map(({ requestId }) => requestId));
  const oldest = requests.at(-1)?.requestId ?? "";
  const added = news.requests.filter(
    ({ requestId }) =>
      !known.has(requestId) &&
      // What was logged late may belong further down, where the next page shows it.
      (nextCursor === null || requestId > oldest),
  );
  return {
    requests: added.length === 0 ? requests : [...added, ...requests].sort(byArrival),
    nextCursor,
    latest: news.latest,
  };
}

// Ids sort by time.
function byArrival(one: LoggedRequest, other: LoggedRequest): number {
  return one.requestId < other.requestId ? 1 : -1;
}
