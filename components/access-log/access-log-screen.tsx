"use client";

import { useEnvironment } from "#components/console/environment.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useCursorPages } from "#components/ui/use-cursor-pages.ts";
import { useFilters } from "#components/ui/use-filters.ts";
import { ACCESS_LOG_DAYS } from "#lib/contract/access-log-days.ts";
import { filterNames, noFilters } from "./access-filters.ts";
import { AccessTable } from "./access-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useAccessLog } from "./use-access-log.ts";

export function AccessLogScreen() {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(filterNames);
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, filters]));
  const page = useAccessLog({ filters, cursor });
  const clear = () => setFilters(noFilters);
  return (
    <>
      <PageHeader
        title="Access log"
        description={`Every grant to open a receipt, and every opening: who asked, when, from where, and what came of it. Kept for ${ACCESS_LOG_DAYS} days.`}
      />
      <div className="border border-line bg-slip">
        <FilterBar filters={filters} error={page.error} onChange={setFilters} onClear={clear} />
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
