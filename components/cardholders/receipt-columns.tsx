import { PaymentStatus } from "#components/payment/payment-status.tsx";
import { ReceiptStatus } from "#components/receipt/receipt-status.tsx";
import { ClippedId } from "#components/ui/clipped-id.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ReceiptSummary } from "#lib/contract/receipts.ts";

export const receiptColumns: Column<ReceiptSummary>[] = [
  {
    id: "payment",
    title: "Payment id",
    cell: ({ paymentId }) => (
      <span className="font-mono text-xs leading-5 wrap-anywhere">{paymentId}</span>
    ),
  },
  {
    id: "receipt",
    title: "Receipt",
    cell: ({ receiptStatus }) => <ReceiptStatus status={receiptStatus} />,
  },
  {
    id: "status",
    title: "Payment",
    cell: ({ paymentStatus }) => <PaymentStatus status={paymentStatus} />,
  },
  {
    id: "key",
    title: "Sealed to",
    cell: ({ keyId }) =>
      keyId === null ? <span className="text-muted">No key</span> : <ClippedId text={keyId} />,
  },
  {
    id: "amount",
    title: "Amount",
    numeric: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { id: "at", title: "Created", numeric: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
