import type { ReactNode } from "react";
import { ProviderMark } from "#components/gateways/provider-mark.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Amount } from "#components/ui/amount.tsx";
import type { Column } from "#components/ui/table.tsx";
import { AgeAndTime, ZoneName } from "#components/ui/time.tsx";
import { gatewayTitles } from "#lib/gateways/contract-titles.ts";
import { displayStatusOf } from "#lib/payments/contract-status.ts";
import { PaymentStatusMark } from "./payment-status.tsx";
import type { ListedPayment } from "./use-payments.ts";

export function paymentHref({ paymentId }: Pick<ListedPayment, "paymentId">): string {
  return `/merchant/payments/${encodeURIComponent(paymentId)}`;
}

const reference: Column<ListedPayment> = {
  id: "reference",
  stored: "payment.receipt_id",
  title: "Payment",
  cell: ({ receiptId, paymentId }) => (
    <span className="block max-w-80 min-w-0">
      <span className="block truncate" title={receiptId}>
        {receiptId}
      </span>
      <span className="block truncate font-mono text-2xs font-normal text-muted max-md:hidden">
        {paymentId}
      </span>
    </span>
  ),
};

const status: Column<ListedPayment> = {
  id: "status",
  stored: "payment.status",
  title: "Status",
  phone: "plain",
  cell: (payment) => (
    <div>
      <PaymentStatusMark status={displayStatusOf(payment)} />
      {payment.declineCode ? (
        <span className="max-md:hidden">
          <Below>{payment.declineCode}</Below>
        </span>
      ) : null}
    </div>
  ),
};

const receipt: Column<ListedPayment> = {
  id: "receipt",
  stored: "payment.receipt_status",
  title: "Receipt",
  phone: "hidden",
  cell: ({ receiptStatus, sealedAt }) => (
    <div>
      <ReceiptStatusMark status={receiptStatus} />
      {sealedAt === "till" && receiptStatus !== "void" ? <Below>by the till</Below> : null}
    </div>
  ),
};

const gateway: Column<ListedPayment> = {
  id: "gateway",
  stored: "payment.gateway",
  title: "Gateway",
  phone: "hidden",
  wide: true,
  cell: (payment) => (
    <div className="whitespace-nowrap">
      <ProviderMark provider={payment.provider} />
      <Below>{gatewayTitles[payment.gateway]}</Below>
    </div>
  ),
};

const created: Column<ListedPayment> = {
  id: "created",
  stored: "payment.created_at",
  title: "Created",
  note: <ZoneName />,
  phone: "plain",
  cell: ({ createdAt }) => <AgeAndTime at={createdAt} />,
};

const amount: Column<ListedPayment> = {
  id: "amount",
  stored: "payment.amount",
  title: "Amount",
  numeric: true,
  phone: "end",
  cell: ({ amount: paid, currency, refundedAmount }) => (
    <div>
      <span className="font-medium">
        <Amount amount={paid} currency={currency} />
      </span>
      {refundedAmount > 0 ? (
        <Below>
          <Amount amount={refundedAmount} currency={currency} /> refunded
        </Below>
      ) : null}
    </div>
  ),
};

function Below({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted wrap-anywhere">{children}</span>;
}

const id: Column<ListedPayment> = {
  id: "id",
  stored: "payment.id",
  title: "Payment id",
  phone: "only",
  // Ids from about the same time begin alike.
  cell: ({ paymentId }) => <span className="font-mono text-2xs">…{paymentId.slice(-8)}</span>,
};

export const allPaymentColumns = [reference, status, receipt, gateway, created, id, amount];

/** For a few payments beside other content. */
export const shortPaymentColumns = [reference, status, receipt, created, id, amount];
