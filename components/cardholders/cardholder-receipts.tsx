"use client";

import { ReceiptText } from "lucide-react";
import { useEnvironment } from "#components/console/environment.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { useCursorPages } from "#components/ui/use-cursor-pages.ts";
import { receiptColumns } from "./receipt-columns.tsx";
import { useCardholderReceipts } from "./use-cardholder.ts";

export function CardholderReceipts({ userId }: { userId: string }) {
  return (
    <Panel
      title="Receipts"
      description="What is known of them without opening one. What was bought, and where, only the cardholder can read."
      flush
    >
      <ReceiptRows userId={userId} />
    </Panel>
  );
}

function ReceiptRows({ userId }: { userId: string }) {
  const { environment } = useEnvironment();
  const { cursor, pager } = useCursorPages(environment);
  const page = useCardholderReceipts(userId, cursor);
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page;
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the receipts" rows={5} />;
  if (data.receipts.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title="No receipt yet">
        The next payment with this card, at any merchant of the environment, seals one.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Receipts"
        columns={receiptColumns}
        rows={data.receipts}
        rowKey={({ paymentId }) => paymentId}
        stale={isPlaceholderData}
      />
      <Pager label="Pages of receipts" {...pager(data.nextCursor)} busy={isPlaceholderData} />
    </>
  );
}
