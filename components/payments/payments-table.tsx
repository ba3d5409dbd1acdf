"use client";

import { FilterX, ReceiptText, SearchX } from "lucide-react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { allPaymentColumns, paymentHref } from "./payment-columns.tsx";
import type { usePayments } from "./use-payments.ts";

type PaymentsTableProps = {
  page: ReturnType<typeof usePayments>;
  pager: { onNewer: (() => void) | undefined; onOlder: (() => void) | undefined };
  /** A filter is not valid. */
  isRefused: boolean;
  isFiltered: boolean;
  onClear: () => void;
  /** Goes back to the first page; undefined when there. */
  onNewest: (() => void) | undefined;
};

export function PaymentsTable({ page, pager, isRefused, isFiltered, ...go }: PaymentsTableProps) {
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page;
  if (isRefused) {
    return (
      <EmptyState icon={FilterX} title="A filter is not valid" action={<Clear {...go} />}>
        The reason is shown above. No payments are listed until it is fixed.
      </EmptyState>
    );
  }
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading payments" rows={10} />;
  if (data.payments.length === 0) {
    return <NoPayments isFiltered={isFiltered} {...go} />;
  }
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-dashed border-line px-4 text-xs text-muted md:min-h-9 md:px-5">
        <p>{describePage(data.payments.length, pager)}</p>
        <div className="flex gap-1">
          {go.onNewest ? (
            <Button look="ghost" size="small" onClick={go.onNewest}>
              Go to the newest
            </Button>
          ) : null}
          {isFiltered ? (
            <Button look="ghost" size="small" icon={FilterX} onClick={go.onClear}>
              Clear filters
            </Button>
          ) : null}
        </div>
      </div>
      <Table
        label="Payments"
        columns={allPaymentColumns}
        rows={data.payments}
        rowKey={({ paymentId }) => paymentId}
        href={paymentHref}
        stale={isPlaceholderData}
      />
      <Pager label="Pages of payments" {...pager} busy={isPlaceholderData} />
    </>
  );
}

function describePage(count: number, { onNewer, onOlder }: PaymentsTableProps["pager"]): string {
  if (onNewer) return `${count} older payments`;
  if (onOlder) return `The newest ${count}`;
  return count === 1 ? "1 payment" : `${count} payments, newest first`;
}

type Go = Pick<PaymentsTableProps, "onClear" | "onNewest">;

function NoPayments({ isFiltered, ...go }: Go & { isFiltered: boolean }) {
  if (go.onNewest) {
    return (
      <EmptyState
        icon={SearchX}
        title="No older payments"
        action={
          <Button look="secondary" onClick={go.onNewest}>
            Go to the newest
          </Button>
        }
      >
        You have reached the end of the list.
      </EmptyState>
    );
  }
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title="No matching payments" action={<Clear {...go} />}>
        Receipt and transaction ids are found by their beginning, a payment id only in full, and
        case matters. Each environment has its own payments.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ReceiptText}
      title="No payments yet"
      action={<ButtonLink href="/merchant/quickstart">Make the first payment</ButtonLink>}
    >
      A payment appears here as soon as the API accepts it, whether it succeeds or not.
    </EmptyState>
  );
}

function Clear({ onClear }: Pick<Go, "onClear">) {
  return (
    <Button look="secondary" icon={FilterX} onClick={onClear}>
      Clear filters
    </Button>
  );
}
