import type { ReactNode } from "react";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { PaymentStatusMark } from "./payment-status.tsx";
import type { ShownPayment } from "./use-payment.ts";

type ShownRefund = ShownPayment["refunds"][number];

/** The refunds of a payment; renders nothing if there are none. */
export function RefundsPanel({ refunds }: { refunds: readonly ShownRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <Panel
      title="Refunds"
      description="What went back to the customer’s card. Only the cardholder can read a credit note."
      flush
    >
      <Table label="Refunds" columns={columns} rows={refunds} rowKey={({ refundId }) => refundId} />
    </Panel>
  );
}

const columns: Column<ShownRefund>[] = [
  {
    id: "reference",
    title: "Reference",
    cell: ({ refundReference, refundId, match }) => (
      <span className="block max-w-80 min-w-0 md:max-xl:max-w-48">
        <span className="block truncate font-medium" title={refundReference ?? undefined}>
          {refundReference ?? "Without a reference"}
        </span>
        <span className="block truncate font-mono text-2xs font-normal text-muted">{refundId}</span>
        {match?.acquirerReferenceNumber ? (
          <span className="block truncate font-mono text-2xs font-normal text-muted">
            ARN {match.acquirerReferenceNumber}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: "status",
    title: "Status",
    phone: "plain",
    cell: ({ refundStatus, failureReason }) => (
      <div>
        <PaymentStatusMark status={refundStatus} />
        {failureReason ? <Faint>{failureReason}</Faint> : null}
      </div>
    ),
  },
  {
    id: "note",
    title: "Credit note",
    cell: ({ receiptStatus }) =>
      receiptStatus === "void" ? <Faint>None</Faint> : <ReceiptStatusMark status={receiptStatus} />,
  },
  {
    id: "created",
    title: "Created",
    phone: "plain",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: "amount",
    title: "Amount",
    numeric: true,
    phone: "end",
    cell: ({ amount, currency }) => (
      <span className="font-medium">
        <Amount amount={amount} currency={currency} />
      </span>
    ),
  },
];

function Faint({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted wrap-anywhere">{children}</span>;
}
