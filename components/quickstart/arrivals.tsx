"use client";

import { useCurrentConsole } from "#components/console/current-console.tsx";
import { requestColumns } from "#components/request-log/request-columns.tsx";
import { requestFilters } from "#components/request-log/request-filters.ts";
import { useRequestLog } from "#components/request-log/use-request-log.ts";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Environment } from "#lib/core/vocabulary.ts";

const MAX_ROWS = 5;

type ArrivalsProps = {
  environment: Environment;
  route: string;
  /** Of one key only, if it is known which one is tried. */
  apiKeyId: string;
};

/** The calls of the program as they arrive. */
export function Arrivals({ environment, route, apiKeyId }: ArrivalsProps) {
  const { base } = useCurrentConsole();
  const filters = { ...requestFilters.none, route, key: apiKeyId };
  const log = useRequestLog({ environment, filters, live: true });
  const { data: page, error, isPending, isFetching, refetch } = log;
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the calls" rows={2} />;
  if (page.requests.length === 0) {
    return (
      <p className="flex items-center gap-3 px-5 py-8 text-sm text-muted">
        <span
          aria-hidden="true"
          className="size-2 shrink-0 rounded-full bg-pine motion-safe:animate-pulse"
        />
        Waiting for the first call. It will appear here.
      </p>
    );
  }
  return (
    <Table
      label="Requests received"
      columns={requestColumns}
      rows={page.requests.slice(0, MAX_ROWS)}
      rowKey={({ requestId }) => requestId}
      href={({ requestId }) => `${base}/requests/${requestId}?environment=${environment}`}
    />
  );
}
