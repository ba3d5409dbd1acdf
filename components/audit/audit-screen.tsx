"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useEnvironment } from "#components/console/environment.tsx";
import { useExportMenu } from "#components/console/use-export-menu.ts";
import { useOpened } from "#components/console/use-opened.ts";
import { loadedLater } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
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
const AuditPanel = loadedLater(async () => (await import("./audit-panel.tsx")).AuditPanel, {
  place: "over",
});

/** The trail of the organization; `/audit/{id}` below the console opens one entry. */
export function AuditScreen() {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(auditFilters.names);
  const { cursor, pager } = useCursorPages(JSON.stringify(filters));
  const { id, hrefOf, close } = useOpened("/audit");
  const isSound = auditFilters.areSound(filters);
  const page = useAudit({ filters, cursor, enabled: isSound });
  const clear = () => setFilters(auditFilters.none);
  const options = () => ({ environment, query: toAuditQuery(filters) });
  const menu = useExportMenu({
    disabled: !isSound,
    download: () => downloadCsv("GET /api/console/audit/export", options()),
    downloadLines: () => downloadCsv("GET /api/console/audit/export-lines", options()),
  });
  return (
    <>
      <PageHeader
        title="Audit trail"
        description="Who did what in your organization, in all environments. Entries are never changed, each is tied to the one before it, and all of them stay for at least a year."
        menu={menu}
      />
      <section aria-label="Audit trail" className="border border-line bg-slip">
        <AuditFilterBar filters={filters} onChange={setFilters} onClear={clear} />
        <PagedTable
          subject="the audit trail"
          label="Audit trail"
          page={page}
          rows={page.data?.entries}
          columns={auditColumns}
          rowKey={({ id: entryId }) => entryId}
          href={({ id: entryId }) => hrefOf(entryId)}
          shallow
          pager={pager(page.data?.nextCursor)}
          onWrongFilter={isSound ? undefined : clear}
          noMatch={
            auditFilters.count(filters) > 0
              ? { ...noMatch, children: "An id matches only in full.", onClear: clear }
              : undefined
          }
          empty={empty}
        />
        {id ? <AuditPanel key={id} entryId={id} onClose={close} /> : null}
      </section>
    </>
  );
}

const noMatch = { title: "Nothing matches these filters", clearLabel: "Clear filters" };

const empty = {
  icon: Landmark,
  title: "Nothing recorded yet",
  children: "Sign-ins, changes to members, keys, and gateways, and access to receipts appear here.",
};

const POLL_INTERVAL_MS = 10_000;

type AuditPageQuery = {
  filters: AuditFilterTexts;
  cursor: string | undefined;
  enabled: boolean;
};

/** A page of the trail; the newest is polled. */
function useAudit({ filters, cursor, enabled }: AuditPageQuery) {
  return useQuery({
    queryKey: keyOf("GET /api/console/audit", undefined, { filters, cursor }),
    queryFn: ({ signal }) =>
      api("GET /api/console/audit", { query: { ...toAuditQuery(filters), cursor }, signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: cursor === undefined ? POLL_INTERVAL_MS : false,
  });
}
