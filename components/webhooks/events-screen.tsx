"use client";

import { Zap } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { useMay, useSession } from "#components/console/session.tsx";
import { useOpened } from "#components/console/use-opened.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { eventColumns } from "./event-columns.tsx";
import { EventFilterBar } from "./event-filter-bar.tsx";
import { eventFilters } from "./event-filters.ts";
import { useEvents } from "./use-events.ts";

// Most visits open none.
const EventPanel = loadedLater(async () => (await import("./event-panel.tsx")).EventPanel, {
  place: "over",
});

/** What happened, the newest first; `/events/{id}` below the console opens one. */
export function EventsScreen() {
  const { environment } = useEnvironment();
  const { base } = useCurrentConsole();
  const { organization } = useSession();
  const mayAdd = useMay("developer");
  const { filters, setFilters } = useFilters(eventFilters.names);
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, filters]));
  const { id, hrefOf, close } = useOpened("/events");
  const isSound = eventFilters.areSound(filters);
  const page = useEvents({ filters, cursor, enabled: isSound });
  const clear = () => setFilters(eventFilters.none);
  return (
    <>
      <PageHeader
        title="Events"
        description={`What happened to your ${subjects[organization.kind]}, the newest first, kept for ${EVENT_DAYS} days. Each event is sent to every webhook endpoint subscribed to its type.`}
        actions={
          <ButtonLink look="secondary" href={`${base}/webhooks`}>
            View webhooks
          </ButtonLink>
        }
      />
      <section aria-label="Events" className="border border-line bg-slip">
        <EventFilterBar filters={filters} onChange={setFilters} onClear={clear} />
        <PagedTable
          subject="events"
          label="Events"
          page={page}
          rows={page.data?.events}
          columns={eventColumns}
          rowKey={({ eventId }) => eventId}
          href={({ eventId }) => hrefOf(eventId)}
          shallow
          pager={pager(page.data?.nextCursor)}
          onWrongFilter={isSound ? undefined : clear}
          noMatch={eventFilters.count(filters) > 0 ? { ...noMatch, onClear: clear } : undefined}
          empty={{
            icon: Zap,
            title: "No events yet",
            children: firstEvent[organization.kind],
            action: mayAdd ? (
              <ButtonLink look="secondary" href={`${base}/webhooks?create=endpoint`}>
                Add a webhook endpoint
              </ButtonLink>
            ) : undefined,
          }}
        />
        {id ? (
          <EventPanel
            key={id}
            eventId={id}
            row={page.data?.events.find(({ eventId }) => eventId === id)}
            onClose={close}
          />
        ) : null}
      </section>
    </>
  );
}

const subjects = {
  merchant: "payments",
  issuer: "cardholders and their receipts",
  platform: "payments, cardholders, and receipts",
};

const firstEvent = {
  merchant: "The first payment that is decided appears here within seconds.",
  issuer: "The first cardholder that you register appears here within seconds.",
  platform: "The first payment or cardholder appears here within seconds.",
};

const noMatch = {
  title: "No event matches these filters",
  children: "An id matches only in full.",
  clearLabel: "Clear filters",
};
