"use client";

import { ReceiptText, Undo2 } from "lucide-react";
import { useEnvironment } from "#components/console/environment.tsx";
import { PaymentStatusMark } from "#components/payments/payment-status.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ClippedId, type Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Answer } from "#lib/browser/api.ts";
import { useCardholderReceipts } from "./use-cardholders.ts";

export function CardholderReceipts({ userId }: { userId: string }) {
  return (
    <Panel
      title="Receipts"
      description="What is known without opening them. Only the cardholder can read what was bought, and where."
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
  return (
    <PagedTable
      subject="receipts"
      label="Receipts"
      page={page}
      rows={page.data?.receipts}
      pager={pager(page.data?.nextCursor)}
      columns={receiptColumns}
      rowKey={({ paymentId }) => paymentId}
      loadingRows={5}
      empty={{
        icon: ReceiptText,
        title: "No receipts yet",
        children: "The next payment with this card, at any merchant in this environment, adds one.",
      }}
    />
  );
}

function RefundMark() {
  return (
    <span className="font-medium whitespace-nowrap text-pine">
      <Undo2 aria-hidden="true" className="mr-1.5 -mt-[0.15em] inline size-[1.1em]" />
      Refund
    </span>
  );
}

const clippedOnTablet = "wrap-anywhere md:max-xl:max-w-36 md:max-xl:truncate";

const receiptColumns: Column<Answer<"GET /api/v1/receipts/{userId}">["receipts"][number]>[] = [
  {
    id: "at",
    stored: "payment.created_at",
    title: "Created",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: "payment",
    stored: "payment.id",
    title: "Payment id",
    phone: "plain",
    cell: ({ paymentId, refundOf }) => (
      <span className="block text-xs leading-5">
        <span title={paymentId} className={`block font-mono ${clippedOnTablet}`}>
          {paymentId}
        </span>
        {refundOf === null ? null : (
          <span title={refundOf} className={`block text-muted ${clippedOnTablet}`}>
            For <span className="font-mono">{refundOf}</span>
          </span>
        )}
      </span>
    ),
  },
  {
    id: "kind",
    stored: "payment.refund_of",
    title: "Kind",
    phone: "plain",
    cell: ({ kind }) => (kind === "refund" ? <RefundMark /> : "Sale"),
  },
  {
    id: "receipt",
    stored: "payment.receipt_status",
    title: "Receipt",
    phone: "plain",
    cell: ({ receiptStatus }) => <ReceiptStatusMark status={receiptStatus} />,
  },
  {
    id: "status",
    stored: "payment.status",
    title: "Payment",
    phone: "plain",
    cell: ({ paymentStatus }) => <PaymentStatusMark status={paymentStatus} />,
  },
  {
    id: "key",
    stored: "payment.key_id",
    title: "Sealed to",
    phone: "hidden",
    wide: true,
    cell: ({ keyId, sealedAt }) => (
      <div>
        {keyId === null ? <span className="text-muted">No key</span> : <ClippedId text={keyId} />}
        <span className="block text-xs text-muted">
          {sealedAt === "till" ? "by the till" : "by the service"}
        </span>
      </div>
    ),
  },
  {
    id: "amount",
    stored: "payment.amount",
    title: "Amount",
    numeric: true,
    phone: "end",
    cell: ({ amount, currency, refundedAmount }) => (
      <div>
        <Amount amount={amount} currency={currency} />
        {refundedAmount > 0 ? (
          <span className="block text-xs text-muted">
            <Amount amount={refundedAmount} currency={currency} /> refunded
          </span>
        ) : null}
      </div>
    ),
  },
];
