"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EnvelopeFacts } from "#components/payments/envelope-facts.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { PaymentAnswer } from "#lib/terminal/take-payment.ts";
import { AnswerListing, RequestListing, type View } from "./listings.tsx";
import type { TillOrder } from "./use-till-payment.ts";

type ReceivedPanelProps = { order: TillOrder; answer: PaymentAnswer };

/** The request as it arrived at the service, and what the service keeps of it. */
export function ReceivedPanel({ order, answer }: ReceivedPanelProps) {
  const [view, setView] = useState<View>("received");
  return (
    <Panel
      title="What the service received, and what it can see"
      description="The exact request for this payment, then what the service keeps of it once the payment is made."
      actions={
        <SegmentedControl
          label="Show the request"
          value={view}
          options={[
            { value: "received", label: "Received" },
            { value: "kept", label: "Kept" },
          ]}
          onChange={setView}
        />
      }
    >
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] lg:items-start">
        <RequestListing order={order} view={view} />
        <div className="min-w-0 space-y-8">
          {answer.kind === "taken" ? (
            <KeptEnvelope environment={order.environment} paymentId={answer.payment.paymentId} />
          ) : null}
          <AnswerListing answer={answer} />
        </div>
      </div>
    </Panel>
  );
}

type KeptEnvelopeProps = { environment: AnyEnvironment; paymentId: string };

/** What the service can see of the sealed receipt. */
function KeptEnvelope({ environment, paymentId }: KeptEnvelopeProps) {
  const { data, error, isPending, isFetching, refetch } = useKeptPayment(environment, paymentId);
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the envelope" rows={9} />;
  return (
    <section aria-labelledby="envelope">
      <h3 id="envelope" className="mb-3 font-semibold tracking-tight">
        The sealed envelope
      </h3>
      <EnvelopeFacts envelope={data.envelope} receiptStatus={data.receiptStatus} />
    </section>
  );
}

/** A payment as the service keeps it, from the environment in which it was made. */
function useKeptPayment(environment: AnyEnvironment, paymentId: string) {
  return useQuery({
    queryKey: keyOf("GET /api/console/payments/{paymentId}", environment, { paymentId }),
    queryFn: ({ signal }) =>
      api("GET /api/console/payments/{paymentId}", { environment, params: { paymentId }, signal }),
  });
}
