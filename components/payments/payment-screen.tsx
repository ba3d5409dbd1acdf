"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { environmentLooks, useEnvironment } from "#components/console/environment.tsx";
import { BackLink } from "#components/console/navigation.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Time, ZoneName } from "#components/ui/time.tsx";
import { failureOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { displayStatusOf } from "#lib/payments/contract-status.ts";
import { EnvelopeFacts } from "./envelope-facts.tsx";
import { MatchPanel } from "./match-panel.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { PaymentNote } from "./payment-note.tsx";
import { PaymentStatusMark } from "./payment-status.tsx";
import { PaymentTimeline } from "./payment-timeline.tsx";
import { RefundsPanel } from "./refunds-panel.tsx";
import { type ShownPayment, usePayment } from "./use-payment.ts";

type PaymentScreenProps = {
  paymentId: string;
  /** PAYMENT_SETTLE_MINUTES of the service. */
  settleMinutes: number;
};

export function PaymentScreen(props: PaymentScreenProps) {
  return (
    <>
      <BackLink href="/merchant/payments">Payments</BackLink>
      <PaymentView {...props} />
    </>
  );
}

function PaymentView({ paymentId, settleMinutes }: PaymentScreenProps) {
  const query = usePayment(paymentId);
  const { data: payment, isFetching, refetch } = query;
  const failure = failureOf(query);
  if (failure) {
    if (failure instanceof ApiError && failure.code === "not_found") return <NoSuchPayment />;
    return (
      <Waiting>
        <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
      </Waiting>
    );
  }
  if (!payment) {
    return (
      <Waiting>
        <SkeletonRows label="Loading the payment" rows={10} />
      </Waiting>
    );
  }
  return (
    <>
      <PaymentHeading payment={payment} />
      <PaymentNote payment={payment} settleMinutes={settleMinutes} />
      <RefundsPanel refunds={payment.refunds} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Panel
            title="Timeline"
            description={
              <>
                Every change of the payment and its receipt. Times are <ZoneName />.
              </>
            }
            actions={
              <ButtonLink
                look="secondary"
                size="small"
                href={`/merchant/events?payment=${payment.paymentId}`}
              >
                View its events
              </ButtonLink>
            }
          >
            <PaymentTimeline payment={payment} />
          </Panel>
          <Panel title="References">
            <PaymentFacts payment={payment} />
          </Panel>
          <MatchPanel match={payment.match} />
        </div>
        <Panel title="The receipt, as the service sees it">
          <EnvelopeFacts envelope={payment.envelope} receiptStatus={payment.receiptStatus} />
        </Panel>
      </div>
    </>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Payment" />
      <div className="border border-line bg-slip">{children}</div>
    </>
  );
}

function NoSuchPayment() {
  const { environment } = useEnvironment();
  const { label } = environmentLooks[environment];
  return (
    <Waiting>
      <EmptyState
        icon={SearchX}
        title={`No such payment in ${label.toLowerCase()}`}
        action={<ButtonLink href="/merchant/payments">Go to payments</ButtonLink>}
      >
        A payment belongs to one environment. If it was created in another one, switch to that.
      </EmptyState>
    </Waiting>
  );
}

function PaymentHeading({ payment }: { payment: ShownPayment }) {
  const { paymentId, amount, currency, refundedAmount, receiptStatus } = payment;
  return (
    <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-3xl font-medium tracking-[-0.02em] tabular-nums">
          <span className="sr-only">Payment of </span>
          <span data-stored="payment.amount">
            <Amount amount={amount} currency={currency} />
          </span>
        </h1>
        <p className="mt-1 flex min-w-0 items-center gap-1 text-muted">
          <code data-stored="payment.id" className="min-w-0 font-mono text-xs wrap-anywhere">
            {paymentId}
          </code>
          <CopyButton text={paymentId} label="payment id" />
        </p>
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted md:ml-auto">
        <span data-stored="payment.status">
          <PaymentStatusMark status={displayStatusOf(payment)} pill />
        </span>
        <span data-stored="payment.receipt_status">
          <ReceiptStatusMark status={receiptStatus} pill />
        </span>
        {refundedAmount > 0 ? (
          <span data-stored="payment.refunded_amount">
            <Amount amount={refundedAmount} currency={currency} /> refunded
          </span>
        ) : null}
        <span data-stored="payment.created_at">
          <Time at={payment.createdAt} />
        </span>
      </div>
      <PaymentActions payment={payment} />
    </header>
  );
}
