"use client";

import { EnvelopeOutline } from "#components/payment/envelope-outline.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { useKeptPayment } from "./use-kept-payment.ts";

type KeptEnvelopeProps = { environment: Environment; paymentId: string };

/** The sealed receipt, as far as anybody at the service sees it. */
export function KeptEnvelope({ environment, paymentId }: KeptEnvelopeProps) {
  const { data, error, isPending, isFetching, refetch } = useKeptPayment(environment, paymentId);
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the envelope" rows={9} />;
  return (
    <section aria-labelledby="envelope">
      <h3 id="envelope" className="mb-3 font-semibold tracking-tight">
        The sealed envelope
      </h3>
      <EnvelopeOutline envelope={data.envelope} receiptStatus={data.receiptStatus} />
    </section>
  );
}
