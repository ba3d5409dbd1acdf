import { ReceiptStatus } from "#components/receipt/receipt-status.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ConsolePaymentDetails } from "#lib/contract/console-payment.ts";
import { PaymentStatus } from "./payment-status.tsx";

export function PaymentHeading({ payment }: { payment: ConsolePaymentDetails }) {
  const { paymentId, amount, currency, refundedAmount, status, receiptStatus } = payment;
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-3xl font-medium tracking-[-0.02em] tabular-nums">
          <span className="sr-only">Payment of </span>
          <Money amount={amount} currency={currency} />
        </h1>
        <p className="mt-1 flex min-w-0 items-center gap-1 text-muted">
          <code className="min-w-0 font-mono text-xs wrap-anywhere">{paymentId}</code>
          <CopyButton text={paymentId} label="payment id" />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <PaymentStatus status={status} pill />
        <ReceiptStatus status={receiptStatus} pill />
        {refundedAmount > 0 ? (
          <span>
            <Money amount={refundedAmount} currency={currency} /> refunded
          </span>
        ) : null}
        <Time at={payment.createdAt} />
      </div>
    </header>
  );
}
