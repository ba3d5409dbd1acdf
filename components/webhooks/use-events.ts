import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { type EventFilterTexts, toEventsQuery } from "./event-filters.ts";

export type ListedEvent = Answer<"GET /api/console/events">["events"][number];

const POLL_INTERVAL_MS = 5_000;

type EventsPage = { filters: EventFilterTexts; cursor: string | undefined; enabled: boolean };

/** A page of events, the newest first; the newest page is polled. */
export function useEvents({ filters, cursor, enabled }: EventsPage) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/events", environment, { filters, cursor }),
    queryFn: ({ signal }) => {
      const query = { ...toEventsQuery(filters, Date.now()), cursor };
      return api("GET /api/console/events", { environment, query, signal });
    },
    placeholderData: keepPreviousOf(environment),
    refetchInterval: cursor === undefined ? POLL_INTERVAL_MS : false,
    enabled,
  });
}

/** One event; `row` if a list has it already. */
export function useEvent(eventId: string, row: ListedEvent | undefined) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/v1/events/{eventId}", environment, { eventId }),
    queryFn: ({ signal }) =>
      api("GET /api/v1/events/{eventId}", { environment, params: { eventId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    ...(row ? { initialData: row } : {}),
  });
}
