"use client";

import { Undo2 } from "lucide-react";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Filter, FilterChips } from "#components/ui/filter-chips.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { periodFilter } from "#components/ui/period-filter.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { paymentStatusOptions } from "./payment-status.tsx";
import { refundColumns } from "./refund-columns.tsx";
import { type RefundFilterTexts, refundFilters } from "./refund-filters.ts";
import { useRefunds } from "./use-refunds.ts";

/** What went back to customers, by its own date, whichever payment it belongs to. */
export function RefundsScreen() {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(refundFilters.names);
  const isSound = refundFilters.areSound(filters);
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, filters]));
  const page = useRefunds({ filters, cursor, enabled: isSound });
  const clear = () => setFilters(refundFilters.none);
  return (
    <>
      <PageHeader
        title="Refunds"
        description="By the date of the refund, not of its payment: also those of canceled payments, and those made at the provider."
      />
      <div className="border border-line bg-slip">
        <search
          aria-label="Refunds"
          className="flex flex-wrap items-start gap-2 border-b border-line p-4 md:px-5"
        >
          <FilterChips filters={chipsOf(filters, setFilters)} onClear={clear} />
        </search>
        <PagedTable
          subject="refunds"
          label="Refunds"
          page={page}
          rows={page.data?.refunds}
          columns={refundColumns}
          rowKey={({ refundId }) => refundId}
          href={({ paymentId }) => `/merchant/payments/${paymentId}`}
          pager={pager(page.data?.nextCursor)}
          onWrongFilter={isSound ? undefined : clear}
          noMatch={
            refundFilters.count(filters) === 0
              ? undefined
              : {
                  title: "No refund matches these filters",
                  children: "Widen the time, or choose another status.",
                  clearLabel: "Clear filters",
                  onClear: clear,
                }
          }
          empty={{
            icon: Undo2,
            title: "No refunds yet",
            children:
              "A refund begins on the page of its payment, at the till, or through the API.",
          }}
        />
      </div>
    </>
  );
}

function chipsOf(
  filters: RefundFilterTexts,
  onChange: (changes: Partial<RefundFilterTexts>) => void,
): Filter[] {
  const { errors } = refundFilters.read(filters, 0);
  const options = paymentStatusOptions.filter(({ value }) =>
    ["pending", "succeeded", "failed"].includes(value),
  );
  return [
    {
      label: "Status",
      value:
        options.find(({ value }) => value === filters.refundStatus)?.label ?? filters.refundStatus,
      error: errors.refundStatus,
      onRemove: () => onChange({ refundStatus: "" }),
      options,
      chosen: filters.refundStatus,
      onChoose: (refundStatus) => onChange({ refundStatus }),
    },
    periodFilter({ filters, onChange }),
  ];
}
