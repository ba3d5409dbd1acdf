import { SearchX, ShieldCheck } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import type { useCursorPages } from "#components/ui/use-cursor-pages.ts";
import { accessColumns } from "./access-columns.tsx";
import { type AccessFilters, isFiltered } from "./access-filters.ts";
import type { useAccessLog } from "./use-access-log.ts";

type AccessTableProps = {
  page: ReturnType<typeof useAccessLog>;
  pager: ReturnType<ReturnType<typeof useCursorPages>["pager"]>;
  filters: AccessFilters;
  onClear: () => void;
};

export function AccessTable({ page, pager, filters, onClear }: AccessTableProps) {
  const { base } = useCurrentConsole();
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page;
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the access log" rows={10} />;
  if (data.entries.length === 0 && isFiltered(filters)) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing matches these filters"
        action={
          <Button look="secondary" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        A cardholder is found by the whole user id.
      </EmptyState>
    );
  }
  if (data.entries.length === 0) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title="Access was never granted"
        action={<ButtonLink href="/wallet?demo">Open the demo wallet</ButtonLink>}
      >
        An entry is made when a cardholder consents to opening a receipt, with a finger or a PIN. In
        the demo wallet you can do that yourself.
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
