"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useEnvironment } from "#components/console/environment.tsx";
import { paymentHref, shortPaymentColumns } from "#components/payments/payment-columns.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

type LatestPaymentsProps = { query: ReturnType<typeof useLatestPayments> };

export function LatestPayments({ query }: LatestPaymentsProps) {
  return (
    <Panel
      title="Latest payments"
      flush
      actions={
        <ButtonLink
          href="/merchant/payments"
          look="ghost"
          size="small"
          className="-my-1.5 -mr-2.5 whitespace-nowrap"
        >
          All payments
        </ButtonLink>
      }
    >
      <Rows query={query} />
    </Panel>
  );
}

function Rows({ query }: LatestPaymentsProps) {
  return (
    <Loaded query={query} subject="the latest payments" rows={6}>
      {({ payments }) =>
        payments.length === 0 ? (
          <EmptyState
            icon={ReceiptText}
            title="No payments yet"
            action={<ButtonLink href="/merchant/quickstart">Take the first payment</ButtonLink>}
          >
            A payment appears here as soon as the API accepts it.
          </EmptyState>
        ) : (
          <Table
            label="Latest payments"
            columns={shortPaymentColumns}
            rows={payments}
            rowKey={({ paymentId }) => paymentId}
            href={paymentHref}
          />
        )
      }
    </Loaded>
  );
}

const newest = { limit: "6" };
const POLL_INTERVAL_MS = 10_000;

/** The newest payments; polled. */
export function useLatestPayments() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/payments", environment, newest),
    queryFn: ({ signal }) =>
      api("GET /api/console/payments", { environment, query: newest, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
