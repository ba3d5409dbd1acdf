import Link from "next/link";
import type { ReactNode } from "react";
import { gatewayTitles } from "#components/gateways/providers.ts";
import { Amount } from "#components/ui/amount.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ShownPayment } from "./use-payments.ts";

/** What is known of a payment in the clear. */
export function PaymentFacts({ payment }: { payment: ShownPayment }) {
  const { amount, currency, refundedAmount, orderId, requestId, declineCode } = payment;
  return (
    <KeyValues
      rows={[
        { name: "Amount", value: <Amount amount={amount} currency={currency} /> },
        ...(refundedAmount === 0
          ? []
          : [{ name: "Refunded", value: <Amount amount={refundedAmount} currency={currency} /> }]),
        ...(declineCode === null
          ? []
          : [{ name: "Declined with", value: <Code>{declineCode}</Code> }]),
        { name: "Gateway", value: gatewayTitles[payment.gateway] },
        {
          name: "Gateway reference",
          value:
            orderId === null ? (
              <span className="text-muted">None: the gateway took nothing</span>
            ) : (
              <Copied text={orderId} label="gateway reference" />
            ),
        },
        { name: "Receipt id", value: <Copied text={payment.receiptId} label="receipt id" /> },
        {
          name: "Transaction id",
          value: <Copied text={payment.transactionId} label="transaction id" />,
        },
        { name: "Merchant id", value: <Code>{payment.merchantId}</Code> },
        {
          name: "Line items",
          value: payment.mockItems ? "Made up by the service (mock items)" : "As they were sent",
        },
        { name: "Created", value: <Time at={payment.createdAt} as="exact" /> },
        {
          name: "Made by the call",
          value:
            requestId === null ? (
              <span className="text-muted">Not in the request log</span>
            ) : (
              <RequestLink requestId={requestId} />
            ),
        },
      ]}
    />
  );
}

function RequestLink({ requestId }: { requestId: string }) {
  return (
    <Link
      href={`/merchant/requests/${encodeURIComponent(requestId)}`}
      prefetch={false}
      className="font-mono text-xs text-pine underline underline-offset-4 wrap-anywhere"
    >
      {requestId}
    </Link>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>;
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="-my-2 flex items-center justify-between gap-1">
      <Code>{text}</Code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
