"use client";

import { ScrollText } from "lucide-react";
import { useState } from "react";
import { useApiKeys } from "#components/api-keys/use-api-keys.ts";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { useSession } from "#components/console/session.tsx";
import { useExportMenu } from "#components/console/use-export-menu.ts";
import { useOpened } from "#components/console/use-opened.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pager, type PagerSteps, useCursorPages } from "#components/ui/pager.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { WrongFilter } from "#components/ui/wrong-filter.tsx";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { failureOf } from "#lib/browser/query-client.ts";
import { scopesOfKind } from "#lib/core/permissions.ts";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import type { ApiRoute } from "#lib/service/contract.ts";
import { LiveSwitch } from "./live-switch.tsx";
import { requestColumns } from "./request-columns.tsx";
import { RequestFilterBar } from "./request-filter-bar.tsx";
import { countRequestFilters, requestFilters, toRequestsQuery } from "./request-filters.ts";
import { useRequestLog } from "./use-request-log.ts";

// Most visits open none of these.
const RequestPanel = loadedLater(async () => (await import("./request-panel.tsx")).RequestPanel, {
  place: "over",
});

/** `routes` are those of the whole API; the screen shows those that the organization's keys can call. */
export function RequestLogScreen({ routes }: { routes: readonly ApiRoute[] }) {
  const { environment } = useEnvironment();
  const { filters } = useFilters(requestFilters.names);
  const own = scopesOfKind[useSession().organization.kind];
  const paths = routes
    .filter(({ scopes }) => scopes.some((scope) => own.includes(scope)))
    .map(({ path }) => path);
  const menu = useExportMenu({
    disabled: !requestFilters.areSound(filters),
    download: () => {
      const query = toRequestsQuery(filters, Date.now());
      return downloadCsv("GET /api/console/requests/export", { environment, query });
    },
  });
  return (
    <>
      <PageHeader
        title="Request log"
        description={`Every call made with your keys and sessions in this environment, kept for ${REQUEST_LOG_DAYS} days. No bodies, no secrets.`}
        menu={menu}
      />
      <RequestLog routes={paths} />
    </>
  );
}

/** The calls of the organization; `/requests/{id}` below the console opens one. */
function RequestLog({ routes }: { routes: readonly string[] }) {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(requestFilters.names);
  const { cursor, pager } = useCursorPages(`${environment} ${JSON.stringify(filters)}`);
  const [live, setLive] = useState(true);
  const { id, hrefOf, close } = useOpened("/requests");
  const { data: apiKeys = [] } = useApiKeys(environment);

  const enabled = requestFilters.areSound(filters);
  const off = enabled ? whyOff(cursor, filters.to) : "Nothing listed";
  const follows = live && off === undefined;
  const log = useRequestLog({ environment, filters, cursor, live: follows, enabled });
  const failure = failureOf(log);
  const { data: page, isPending, isFetching, isPlaceholderData, refetch } = log;
  const steps = pager(isPlaceholderData ? null : page?.nextCursor);
  const source = filters.source === "console" ? "console" : "api";
  const clear = () => setFilters({ ...requestFilters.none, source: filters.source });
  return (
    <section aria-label="Request log" className="border border-line bg-slip">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-dashed border-line px-4 py-3 md:px-5">
        <SegmentedControl
          label="Whose calls"
          options={sources}
          value={source}
          onChange={(next) =>
            setFilters({ source: next === "api" ? "" : next, key: "", route: "" })
          }
        />
        <LiveSwitch live={live} onChange={setLive} off={failure ? "Interrupted" : off} />
      </div>
      <RequestFilterBar
        filters={filters}
        setFilters={setFilters}
        routes={routes}
        apiKeys={apiKeys}
      />
      {!enabled ? (
        <WrongFilter onClear={clear} />
      ) : failure ? (
        <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
      ) : isPending ? (
        <SkeletonRows label="Loading the request log" rows={8} />
      ) : page?.requests.length === 0 ? (
        <NoRequests
          filtered={countRequestFilters(filters) > 0}
          onClear={clear}
          hasOlder={page.nextCursor !== null}
          {...steps}
        />
      ) : (
        <Table
          label="Requests"
          columns={requestColumns}
          rows={page?.requests ?? []}
          rowKey={({ requestId }) => requestId}
          href={({ requestId }) => hrefOf(requestId)}
          shallow
          stale={isPlaceholderData}
        />
      )}
      <Pager label="Pages of requests" busy={isPlaceholderData} {...steps} />
      {id ? (
        <RequestPanel
          key={id}
          requestId={id}
          row={page?.requests.find(({ requestId }) => requestId === id)}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

function whyOff(cursor: string | undefined, lastDay: string): string | undefined {
  if (cursor !== undefined) return "An older page";
  return lastDay === "" ? undefined : "Up to a date";
}

type NoRequestsProps = {
  filtered: boolean;
  onClear: () => void;
  /** Whether there are older calls that no page has examined yet. */
  hasOlder: boolean;
} & PagerSteps;

function NoRequests({ filtered, onClear, hasOlder, onNewer, onOlder }: NoRequestsProps) {
  const { base } = useCurrentConsole();
  if (hasOlder) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No matching calls so far"
        action={
          <Button look="secondary" disabled={!onOlder} onClick={onOlder}>
            Search older calls
          </Button>
        }
      >
        Nothing in this part of the log matches, but older calls might.
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        icon={ScrollText}
        title={onNewer ? "No older calls match" : "No matching calls"}
        action={
          <Button look="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        {onNewer
          ? "The whole log has been searched."
          : "Matching calls will appear here automatically."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No calls yet"
      action={<ButtonLink href={`${base}/quickstart`}>Go to the quickstart</ButtonLink>}
    >
      Every API call shows up here within seconds. The quickstart has one to paste.
    </EmptyState>
  );
}

const sources = [
  { value: "api", label: "API" },
  { value: "console", label: "Console" },
] as const;
