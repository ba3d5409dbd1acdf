"use client";

import { useState } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import type { Answer } from "#lib/terminal/take-payment.ts";
import { AnswerListing } from "./answer-listing.tsx";
import { KeptEnvelope } from "./kept-envelope.tsx";
import { RequestListing, type View } from "./request-listing.tsx";
import type { Order } from "./use-payment.ts";

type ReceivedPanelProps = { order: Order; answer: Answer };

/** The request as it arrived at the service, and what is left of it there. */
export function ReceivedPanel({ order, answer }: ReceivedPanelProps) {
  const [view, setView] = useState<View>("received");
  return (
    <Panel
      title="What the service received, and what it can see"
      description="The very request of this payment. Then, what is left of it at the service once the payment is made."
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
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] lg:items-start">
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
