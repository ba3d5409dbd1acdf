"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Landmark, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useEnvironment } from "#components/console/environment.tsx";
import { ExportButton } from "#components/console/export-button.tsx";
import { useOpened } from "#components/console/use-opened.ts";
import { Button } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pager, useCursorPages } from "#components/ui/pager.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { api } from "#lib/browser/api.ts";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { auditColumns } from "./audit-columns.tsx";
import {
  AuditFilterBar,
  type AuditFilterTexts,
  auditFilters,
  toAuditQuery,
} from "./audit-filter-bar.tsx";

// Most visits open none of these.
const AuditPanel = dynamic(() => import("./audit-panel.tsx").then((file) => file.AuditPanel));

/** The trail of the organization; `/audit/{id}` below the console opens one entry. */
export function AuditScreen() {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(auditFilters.names);
  const { cursor, pager } = useCursorPages(JSON.stringify(filters));
  const { id, hrefOf, close } = useOpened("/audit");
  const page = useAudit({ filters, cursor });
  const clear = () => setFilters(auditFilters.none);
  const options = () => ({ environment, query: toAuditQuery(filters) });
  return (
    <>
      <PageHeader
        title="Audit trail"
        description="Who did what in your organization, in all environments. Entries are never changed or deleted, and each is tied to the one before it."
        actions={
          <>
            <ExportButton
              label="Export JSON Lines"
              download={() => downloadCsv("GET /api/console/audit/export-lines", options())}
            />
            <ExportButton
              download={() => downloadCsv("GET /api/console/audit/export", options())}
            />
          </>
        }
      />
      <section aria-label="Audit trail" className="border border-line bg-slip">
        <AuditFilterBar filters={filters} onChange={setFilters} onClear={clear} />
        <AuditTable
          page={page}
          pager={pager(page.data?.nextCursor)}
          filters={filters}
          hrefOf={hrefOf}
          onClear={clear}
        />
        {id ? <AuditPanel key={id} entryId={id} onClose={close} /> : null}
      </section>
    </>
  );
}

type AuditTableProps = {
  page: ReturnType<typeof useAudit>;
  pager: ReturnType<ReturnType<typeof useCursorPages>["pager"]>;
  filters: AuditFilterTexts;
  hrefOf: (id: string) => string;
  onClear: () => void;
};

function AuditTable({ page, pager, filters, hrefOf, onClear }: AuditTableProps) {
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page;
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the audit trail" rows={10} />;
  if (data.entries.length === 0 && auditFilters.count(filters) > 0) {
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
        An id has to be complete.
      </EmptyState>
    );
  }
  if (data.entries.length === 0) {
    return (
      <EmptyState icon={Landmark} title="Nothing recorded yet">
        Sign-ins, changes to members, keys, and gateways, and access to receipts appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Audit trail"
        columns={auditColumns}
        rows={data.entries}
        rowKey={({ id }) => id}
        href={({ id }) => hrefOf(id)}
        shallow
        stale={isPlaceholderData}
      />
      <Pager label="Pages of the audit trail" {...pager} busy={isPlaceholderData} />
    </>
  );
}

const POLL_INTERVAL_MS = 10_000;

type AuditPageQuery = { filters: AuditFilterTexts; cursor: string | undefined };

/** A page of the trail; the newest is polled. */
function useAudit({ filters, cursor }: AuditPageQuery) {
  return useQuery({
    queryKey: keyOf("GET /api/console/audit", undefined, { filters, cursor }),
    queryFn: ({ signal }) =>
      api("GET /api/console/audit", { query: { ...toAuditQuery(filters), cursor }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? POLL_INTERVAL_MS : false,
  });
}
