"use client";

import { Download } from "lucide-react";
import { useEnvironment } from "#components/console/environment.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import { PaymentFilterBar } from "./payment-filter-bar.tsx";
import { type PaymentFilterErrors, paymentFilters } from "./payment-filters.ts";
import { PaymentsExportProgress, usePaymentsExport } from "./payments-export.tsx";
import { PaymentsTable } from "./payments-table.tsx";
import { usePayments, usePaymentTotals } from "./use-payments.ts";

export function PaymentsScreen() {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(paymentFilters.names);
  const { errors: typed } = paymentFilters.read(filters, 0);
  const { cursor, pager, reset } = useCursorPages(JSON.stringify([environment, filters]));
  const isSound = Object.keys(typed).length === 0;
  const page = usePayments({ filters, cursor, enabled: isSound });
  const { data: totals } = usePaymentTotals({ filters, enabled: isSound });
  const mayExport = useMay("developer");
  const download = usePaymentsExport();

  const errors = { ...typed, ...refusedFilters(page.error) };
  const isRefused = Object.keys(errors).length > 0;
  const isFiltered = paymentFilters.count(filters) > 0;
  return (
    <>
      <PageHeader
        title="Payments"
        description="References, amount, and statuses are stored in the clear. The receipt is encrypted: to the cardholder’s key or, in escrow, to the service’s."
        actions={
          mayExport ? (
            <Button
              look="secondary"
              icon={Download}
              pending={download.isPending}
              disabled={isRefused || (!isFiltered && page.data?.payments.length === 0)}
              onClick={() => download.start(filters)}
            >
              Export CSV
            </Button>
          ) : null
        }
      />
      <PaymentsExportProgress {...download} />
      <div className="border border-line bg-slip">
        <PaymentFilterBar
          filters={filters}
          errors={errors}
          currencies={totals?.amounts?.map(({ currency }) => currency) ?? []}
          onChange={setFilters}
        />
        <PaymentsTable
          page={page}
          totals={totals}
          pager={pager(page.data?.nextCursor)}
          filters={filters}
          isRefused={isRefused}
          isFiltered={isFiltered}
          onFilters={setFilters}
          onNewest={cursor === undefined ? undefined : reset}
        />
      </div>
    </>
  );
}

/** The service's errors about filters, each shown at its filter. */
function refusedFilters(error: unknown): PaymentFilterErrors {
  const refused = readFieldErrors(error).flatMap(({ path, reason }) => {
    const name = paymentFilters.names.find((filter) => filter === path);
    return name ? [[name, reason] as const] : [];
  });
  return Object.fromEntries(refused);
}
