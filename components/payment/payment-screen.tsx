"use client";

import { ArrowLeft, SearchX } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { environmentLooks } from "#components/console/environment-look.ts";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { EnvelopeOutline } from "./envelope-outline.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { PaymentHeading } from "./payment-heading.tsx";
import { PaymentTimeline } from "./payment-timeline.tsx";
import { usePayment } from "./use-payment.ts";

export function PaymentScreen({ paymentId }: { paymentId: string }) {
  return (
    <>
      <nav aria-label="Way back">
        <Link
          href="/merchant/payments"
          className="-my-2 inline-flex min-h-11 items-center gap-1.5 text-sm text-muted hover:text-ink md:min-h-9"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Payments
        </Link>
      </nav>
      <PaymentView paymentId={paymentId} />
    </>
  );
}

function PaymentView({ paymentId }: { paymentId: string }) {
  const { data: payment, error, isPending, isFetching, refetch } = usePayment(paymentId);
  if (error) {
    if (error instanceof ApiError && error.code === "not_found") return <NoSuchPayment />;
    return (
      <Waiting>
        <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />
      </Waiting>
    );
  }
  if (isPending) {
    return (
      <Waiting>
        <SkeletonRows label="Loading the payment" rows={10} />
      </Waiting>
    );
  }
  return (
    <>
      <PaymentHeading payment={payment} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <Panel title="Timeline" description="Every transition of the payment and of its receipt.">
            <PaymentTimeline entries={payment.timeline} currency={payment.currency} />
          </Panel>
          <Panel title="References">
            <PaymentFacts payment={payment} />
          </Panel>
        </div>
        <Panel title="The receipt, as the service sees it">
          <EnvelopeOutline envelope={payment.envelope} receiptStatus={payment.receiptStatus} />
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
        action={<ButtonLink href="/merchant/payments">To the payments</ButtonLink>}
      >
        A payment belongs to one environment. If it was made in another one, switch to that.
      </EmptyState>
    </Waiting>
  );
}
