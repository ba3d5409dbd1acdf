"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { useExportMenu } from "#components/console/use-export-menu.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { api } from "#lib/browser/api.ts";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { ACCESS_LOG_DAYS } from "#lib/core/retention.ts";
import { accessColumns } from "./access-columns.tsx";
import { AccessFilterBar, type AccessFilterTexts, accessFilters } from "./access-filter-bar.tsx";

export function AccessLogScreen() {
  const { base } = useCurrentConsole();
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(accessFilters.names);
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, filters]));
  const isSound = accessFilters.areSound(filters);
  const page = useAccessLog({ filters, cursor, enabled: isSound });
  const clear = () => setFilters(accessFilters.none);
  const menu = useExportMenu({
    disabled: !isSound,
    download: () => {
      const query = toAccessQuery(filters);
      return downloadCsv("GET /api/console/access-log/export", { environment, query });
    },
  });
  return (
    <>
      <PageHeader
        title="Access log"
        description={`Every grant to open a receipt and every opening: who requested it, when, from where, and the outcome. Kept for ${ACCESS_LOG_DAYS} days.`}
        menu={menu}
      />
      <div className="border border-line bg-slip">
        <AccessFilterBar
          filters={filters}
          error={page.error}
          onChange={setFilters}
          onClear={clear}
        />
        <PagedTable
          subject="the access log"
          label="Access log"
          page={page}
          rows={page.data?.entries}
          columns={accessColumns}
          rowKey={({ grantId }) => grantId}
          href={({ userId }) => `${base}/cardholders/${encodeURIComponent(userId)}`}
          pager={pager(page.data?.nextCursor)}
          onWrongFilter={isSound ? undefined : clear}
          noMatch={
            accessFilters.count(filters) > 0
              ? { ...noMatch, children: "Search takes the full user id.", onClear: clear }
              : undefined
          }
          empty={empty}
        />
      </div>
    </>
  );
}

const noMatch = { title: "Nothing matches these filters", clearLabel: "Clear filters" };

const empty = {
  icon: ShieldCheck,
  title: "No access granted yet",
  children:
    "An entry appears when a cardholder agrees to open a receipt, with a fingerprint or a PIN. You can do that yourself in the demo wallet.",
  action: <ButtonLink href="/wallet?demo">Open the demo wallet</ButtonLink>,
};

const POLL_INTERVAL_MS = 10_000;

type AccessLogQuery = {
  filters: AccessFilterTexts;
  cursor: string | undefined;
  enabled: boolean;
};

/** A page of the access log; the newest is polled, because grants are used and expire. */
function useAccessLog({ filters, cursor, enabled }: AccessLogQuery) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/access-log", environment, { filters, cursor }),
    queryFn: ({ signal }) => {
      const query = { ...toAccessQuery(filters), cursor };
      return api("GET /api/console/access-log", { environment, query, signal });
    },
    placeholderData: keepPreviousOf(environment),
    enabled,
    refetchInterval: cursor === undefined ? POLL_INTERVAL_MS : false,
  });
}

function toAccessQuery(filters: AccessFilterTexts) {
  const { user: userId, ...query } = accessFilters.read(filters, Date.now()).query;
  return { ...query, userId };
}
