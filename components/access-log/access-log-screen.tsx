"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX, ShieldCheck } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { ExportButton } from "#components/console/export-button.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pager, useCursorPages } from "#components/ui/pager.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { api } from "#lib/browser/api.ts";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { ACCESS_LOG_DAYS } from "#lib/core/retention.ts";
import { accessColumns } from "./access-columns.tsx";
import { AccessFilterBar, type AccessFilterTexts, accessFilters } from "./access-filter-bar.tsx";

export function AccessLogScreen() {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(accessFilters.names);
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, filters]));
  const page = useAccessLog({ filters, cursor });
  const clear = () => setFilters(accessFilters.none);
  return (
    <>
      <PageHeader
        title="Access log"
        description={`Every grant to open a receipt and every opening: who requested it, when, from where, and the outcome. Kept for ${ACCESS_LOG_DAYS} days.`}
        actions={
          <ExportButton
            download={() =>
              downloadCsv("GET /api/console/access-log/export", {
                environment,
                query: toAccessQuery(filters),
              })
            }
          />
        }
      />
      <div className="border border-line bg-slip">
        <AccessFilterBar
          filters={filters}
          error={page.error}
          onChange={setFilters}
          onClear={clear}
        />
        <AccessTable
          page={page}
          pager={pager(page.data?.nextCursor)}
          filters={filters}
          onClear={clear}
        />
      </div>
    </>
  );
}

type AccessTableProps = {
  page: ReturnType<typeof useAccessLog>;
  pager: ReturnType<ReturnType<typeof useCursorPages>["pager"]>;
  filters: AccessFilterTexts;
  onClear: () => void;
};

function AccessTable({ page, pager, filters, onClear }: AccessTableProps) {
  const { base } = useCurrentConsole();
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page;
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the access log" rows={10} />;
  if (data.entries.length === 0 && accessFilters.count(filters) > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing matches these filters"
        action={
          <Button look="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Search takes the full user id.
      </EmptyState>
    );
  }
  if (data.entries.length === 0) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title="No access granted yet"
        action={<ButtonLink href="/wallet?demo">Open the demo wallet</ButtonLink>}
      >
        An entry appears when a cardholder agrees to open a receipt, with a fingerprint or a PIN.
        You can do that yourself in the demo wallet.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Access log"
        columns={accessColumns}
        rows={data.entries}
        rowKey={({ grantId }) => grantId}
        href={({ userId }) => `${base}/cardholders/${encodeURIComponent(userId)}`}
        stale={isPlaceholderData}
      />
      <Pager label="Pages of the access log" {...pager} busy={isPlaceholderData} />
    </>
  );
}

const POLL_INTERVAL_MS = 10_000;

type AccessLogQuery = { filters: AccessFilterTexts; cursor: string | undefined };

/** A page of the access log; the newest is polled, because grants are used and expire. */
function useAccessLog({ filters, cursor }: AccessLogQuery) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/access-log", environment, { filters, cursor }),
    queryFn: ({ signal }) => {
      const query = { ...toAccessQuery(filters), cursor };
      return api("GET /api/console/access-log", { environment, query, signal });
    },
    placeholderData: keepPreviousOf(environment),
    refetchInterval: cursor === undefined ? POLL_INTERVAL_MS : false,
  });
}

function toAccessQuery(filters: AccessFilterTexts) {
  const { user: userId, ...query } = accessFilters.read(filters, Date.now()).query;
  return { ...query, userId };
}
