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
import { shortenTexts } from "#lib/terminal/request-lines.ts";
import type { SealedPayment } from "#lib/terminal/seal-payment.ts";
import { AnswerListing, type AskedPayment, JsonDetails } from "./answer-listing.tsx";
import { RequestListing, type View } from "./listings.tsx";
import { InsideListing, SealedListing } from "./sealed-listings.tsx";
import type { TillOrder } from "./use-till-payment.ts";

type ReceivedPanelProps = {
  order: TillOrder;
  sealed: SealedPayment | undefined;
  answer: AskedPayment;
};

/** The request as it arrived at the service, what the service keeps of it, and what was sealed at the till. */
export function ReceivedPanel({ order, sealed, answer }: ReceivedPanelProps) {
  const [view, setView] = useState<View>("received");
  return (
    <Panel
      title="What the service received, and what it can see"
      description={
        sealed
          ? "Both requests for this payment, with long values shortened, and what the service keeps of them once the payment is made. What was sealed is beside them."
          : "The request for this payment, with hashes shortened, then what the service keeps of it once the payment is made."
      }
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
      {sealed ? (
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2 lg:items-start">
          <SealedListing order={order} sealed={sealed} view={view} />
          <InsideListing sealed={sealed} />
          <KeptEnvelope order={order} answer={answer} />
          <div className="min-w-0">
            <JsonDetails
              title="The answer to the first request"
              content={{
                success: true,
                data: { reservations: [shortenTexts(sealed.reservation)] },
              }}
            />
            <AnswerListing title="The answer to the second request" answer={answer} />
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] lg:items-start">
          <RequestListing order={order} view={view} />
          <div className="min-w-0 space-y-8">
            <KeptEnvelope order={order} answer={answer} />
            <AnswerListing title="The answer" answer={answer} />
          </div>
        </div>
      )}
    </Panel>
  );
}

type KeptEnvelopeProps = { order: TillOrder; answer: AskedPayment };

/** What the service can see of the sealed receipt, of which there is one once the payment was taken. */
function KeptEnvelope({ order: { environment }, answer }: KeptEnvelopeProps) {
  if (!("payment" in answer)) return null;
  return <EnvelopeOf environment={environment} paymentId={answer.payment.paymentId} />;
}

type EnvelopeOfProps = { environment: AnyEnvironment; paymentId: string };

function EnvelopeOf({ environment, paymentId }: EnvelopeOfProps) {
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
