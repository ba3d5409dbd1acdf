import type { ReactNode } from "react";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Amount } from "#components/ui/amount.tsx";
import type { Column } from "#components/ui/table.tsx";
import { AgeAndTime, ZoneName } from "#components/ui/time.tsx";
import type { Answer } from "#lib/browser/api.ts";
import { PaymentStatusMark } from "./payment-status.tsx";

type ListedRefund = Pick<
  Answer<"GET /api/v1/refunds">["refunds"][number],
  | "amount"
  | "createdAt"
  | "currency"
  | "failureReason"
  | "match"
  | "receiptStatus"
  | "refundId"
  | "refundReference"
  | "refundStatus"
>;

/** Of the refunds of one payment, and of all. */
export const refundColumns: Column<ListedRefund>[] = [
  {
    id: "reference",
    stored: "payment.refund_reference",
    title: "Reference",
    cell: ({ refundReference, refundId, match }) => (
      <span className="block max-w-80 min-w-0">
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
    stored: "payment.status",
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
    stored: "payment.receipt_status",
    title: "Credit note",
    cell: ({ receiptStatus }) =>
      receiptStatus === "void" ? <Faint>None</Faint> : <ReceiptStatusMark status={receiptStatus} />,
  },
  {
    id: "created",
    stored: "payment.created_at",
    title: "Created",
    note: <ZoneName />,
    phone: "plain",
    cell: ({ createdAt }) => <AgeAndTime at={createdAt} />,
  },
  {
    id: "amount",
    stored: "payment.amount",
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
