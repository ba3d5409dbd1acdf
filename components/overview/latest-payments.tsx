"use client";

import { ReceiptText } from "lucide-react";
import { paymentHref, shortPaymentColumns } from "#components/payments/payment-columns.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { useLatestPayments } from "./use-latest-payments.ts";

export function LatestPayments() {
  return (
    <Panel
      title="Latest payments"
      flush
      actions={
        <ButtonLink href="/merchant/payments" look="ghost" size="small" className="-my-1.5 -mr-2.5">
          All payments
        </ButtonLink>
      }
    >
      <Rows />
    </Panel>
  );
}

function Rows() {
  const { data, error, isPending, isFetching, refetch } = useLatestPayments();
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the latest payments" rows={6} />;
  if (data.payments.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="No payments yet"
        action={<ButtonLink href="/merchant/quickstart">Make the first payment</ButtonLink>}
      >
        A payment appears here as soon as the API has taken it.
      </EmptyState>
    );
  }
  return (
    <Table
      label="Latest payments"
      columns={shortPaymentColumns}
      rows={data.payments}
      rowKey={({ paymentId }) => paymentId}
      href={paymentHref}
    />
  );
}
