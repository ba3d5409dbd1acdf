import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { failureOf } from "#lib/browser/query-client.ts";
import { Button } from "./button.tsx";
import { Pager, type PagerSteps } from "./pager.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "./states.tsx";
import { Table, type TableProps } from "./table.tsx";
import { WrongFilter } from "./wrong-filter.tsx";

type PagedTableProps<Row> = Omit<TableProps<Row>, "label" | "rows" | "stale"> & {
  /** The listed objects, in lower case after "Loading" and "Pages of": "the audit trail". */
  subject: string;
  label: string;
  /** A query of a page of rows. */
  page: {
    error: Error | null;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  rows: readonly Row[] | undefined;
  pager: PagerSteps;
  /** Clears the filters, if one is invalid and so nothing is listed; undefined if all are valid. */
  onWrongFilter?: (() => void) | undefined;
  /** If no row matches the filters; undefined without any. */
  noMatch?:
    | { title: string; children: ReactNode; clearLabel: string; onClear: () => void }
    | undefined;
  /** Its approximate height in lines while it is loading. */
  loadingRows?: number;
  /** If the list is empty. */
  empty: { icon: LucideIcon; title: string; children: ReactNode; action?: ReactNode };
};

/** A list that is filtered and paged through: failed, loading, no match, empty, or its rows. */
export function PagedTable<Row>({
  subject,
  label,
  page,
  rows,
  pager,
  onWrongFilter,
  noMatch,
  loadingRows = 10,
  empty,
  ...table
}: PagedTableProps<Row>) {
  const { isFetching, isPlaceholderData, refetch } = page;
  if (onWrongFilter) return <WrongFilter onClear={onWrongFilter} />;
  const failure = failureOf({ data: rows, error: page.error });
  if (failure) {
    return <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (!rows) return <SkeletonRows label={`Loading ${subject}`} rows={loadingRows} />;
  const steps = <Pager label={`Pages of ${subject}`} {...pager} busy={isPlaceholderData} />;
  if (rows.length === 0 && noMatch) {
    const { title, children, clearLabel, onClear } = noMatch;
    return (
      <>
        {pager.onOlder ? (
          <NoMatchYet busy={isPlaceholderData} onOlder={pager.onOlder} />
        ) : (
          <EmptyState
            icon={SearchX}
            title={pager.onNewer ? "Nothing older matches these filters" : title}
            action={
              <Button look="secondary" onClick={onClear}>
                {clearLabel}
              </Button>
            }
          >
            {children}
          </EmptyState>
        )}
        {steps}
      </>
    );
  }
  if (rows.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      <Table {...table} label={label} rows={rows} stale={isPlaceholderData} />
      {steps}
    </>
  );
}

/** A page examines a limited number of rows, so older ones may match. */
function NoMatchYet({ busy, onOlder }: { busy: boolean; onOlder: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No matches so far"
      action={
        <Button look="secondary" disabled={busy} onClick={onOlder}>
          Search older entries
        </Button>
      }
    >
      Nothing in this part of the list matches, but older entries might.
    </EmptyState>
  );
}
