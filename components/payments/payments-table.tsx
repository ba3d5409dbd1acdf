"use client";

import { ArrowUp, FilterX, ReceiptText, SearchX } from "lucide-react";
import { useTableView } from "#components/console/use-table-view.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { WrongFilter } from "#components/ui/wrong-filter.tsx";
import { failureOf } from "#lib/browser/query-client.ts";
import { MAX_SEARCHED_PAYMENTS } from "#lib/core/search-reach.ts";
import type { PaymentTotals } from "#lib/payments/contract-console.ts";
import { paymentHref } from "./payment-columns.tsx";
import { type PaymentFilterTexts, paymentFilters } from "./payment-filters.ts";
import { ColumnsMenu, hiddenAtFirst, shownColumns, ViewsMenu } from "./payment-views.tsx";
import { TotalsLine } from "./totals-line.tsx";
import { type PaymentNews, usePaymentNews, type usePayments } from "./use-payments.ts";

type PaymentsTableProps = {
  page: ReturnType<typeof usePayments>;
  totals: PaymentTotals | undefined;
  pager: { onNewer: (() => void) | undefined; onOlder: (() => void) | undefined };
  filters: PaymentFilterTexts;
  /** A filter is not valid. */
  isRefused: boolean;
  isFiltered: boolean;
  onFilters: (filters: PaymentFilterTexts) => void;
  /** Returns to the first page; undefined on it. */
  onNewest: (() => void) | undefined;
};

export function PaymentsTable(props: PaymentsTableProps) {
  const { page, pager, filters, isRefused, onFilters, onNewest } = props;
  const { data, isFetching, isPlaceholderData, refetch } = page;
  const failure = failureOf(page);
  const [view, changeView] = useTableView("payments", hiddenAtFirst);
  const isNewest = onNewest === undefined && !isPlaceholderData && !isRefused;
  const news = usePaymentNews({ filters, payments: isNewest ? data?.payments : undefined });
  const payments = news.payments ?? data?.payments ?? [];
  if (isRefused) {
    return <WrongFilter onClear={() => onFilters(paymentFilters.none)} />;
  }
  if (failure) {
    return <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <SkeletonRows label="Loading payments" rows={10} />;
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-dashed border-line px-4 text-xs text-muted md:min-h-9 md:flex-nowrap md:px-5">
        <TotalsLine totals={props.totals} />
        <div className="-mr-2 ml-auto flex shrink-0 flex-wrap items-center gap-1">
          <NewsButton news={news} />
          {onNewest ? (
            <Button look="ghost" size="small" onClick={onNewest}>
              Back to the newest
            </Button>
          ) : null}
          <ViewsMenu view={view} onChange={changeView} filters={filters} onFilters={onFilters} />
          <ColumnsMenu view={view} onChange={changeView} />
        </div>
      </div>
      {payments.length === 0 ? (
        <NoPayments {...props} />
      ) : (
        <Table
          label="Payments"
          columns={shownColumns(view)}
          rows={payments}
          rowKey={({ paymentId }) => paymentId}
          href={paymentHref}
          stale={isPlaceholderData}
        />
      )}
      <Pager label="Pages of payments" {...pager} busy={isPlaceholderData} />
    </>
  );
}

function NewsButton({ news: { count, isFullPage, show } }: { news: PaymentNews }) {
  const text = `${count}${isFullPage ? "+" : ""} new ${count === 1 ? "payment" : "payments"}`;
  return (
    <div role="status">
      {count > 0 ? (
        <Button look="primary" size="small" icon={ArrowUp} onClick={show}>
          {text}
        </Button>
      ) : null}
    </div>
  );
}

function NoPayments(props: PaymentsTableProps) {
  if (props.onNewest) {
    return (
      <EmptyState
        icon={SearchX}
        title="No older payments"
        action={
          <Button look="secondary" onClick={props.onNewest}>
            Back to the newest
          </Button>
        }
      >
        You have reached the end of the list.
      </EmptyState>
    );
  }
  if (props.isFiltered) {
    return (
      <EmptyState icon={SearchX} title="No matching payments" action={<Clear {...props} />}>
        Search by an amount such as 18.40, by the start of an id or reference, or, among the newest{" "}
        {MAX_SEARCHED_PAYMENTS.toLocaleString("en-US")} of the chosen time, by any part of one. Each
        environment has its own payments.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ReceiptText}
      title="No payments yet"
      action={<ButtonLink href="/merchant/quickstart">Take the first payment</ButtonLink>}
    >
      A payment appears here as soon as the API accepts it, whether it succeeds or not.
    </EmptyState>
  );
}

function Clear({ onFilters }: Pick<PaymentsTableProps, "onFilters">) {
  return (
    <Button look="secondary" icon={FilterX} onClick={() => onFilters(paymentFilters.none)}>
      Clear filters
    </Button>
  );
}
