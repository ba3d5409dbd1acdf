"use client";

import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopiedCode } from "#components/ui/copy.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { LookedUp } from "#components/ui/loaded.tsx";
import { SidePanel } from "#components/ui/side-panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Time, ZoneName } from "#components/ui/time.tsx";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { AttemptList } from "./attempt-list.tsx";
import { lookOfDelivery, whenTriedAgain } from "./attempt-words.ts";
import { SentRequest } from "./sent-request.tsx";
import { type DeliveryDetails, useDelivery, useResendDelivery } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

type DeliveryPanelProps = { endpoint: Endpoint; deliveryId: string; onClose: () => void };

/** One delivery in full. */
export function DeliveryPanel({ endpoint, deliveryId, onClose }: DeliveryPanelProps) {
  const { endpointId } = endpoint;
  const query = useDelivery(endpointId, deliveryId);
  const refusal = useMay("developer")
    ? endpoint.disabledReason === "paused"
      ? "Not while the operator has paused the endpoint."
      : undefined
    : "Resending requires the developer role.";
  const resend = useResendDelivery(endpointId, deliveryId);
  const { data: delivery } = query;
  return (
    <SidePanel
      open
      onClose={onClose}
      label="Delivery"
      title={delivery?.type ?? deliveryId}
      actions={
        delivery?.request ? (
          <>
            <Button
              look="secondary"
              pending={resend.isPending}
              disabled={refusal !== undefined}
              aria-describedby={refusal && REFUSAL}
              onClick={() => resend.mutate()}
            >
              Resend
            </Button>
            {refusal ? (
              <p id={REFUSAL} className="self-center text-sm text-muted">
                {refusal}
              </p>
            ) : null}
          </>
        ) : undefined
      }
    >
      <LookedUp
        query={query}
        subject="the delivery"
        missing={{
          title: "No such delivery to this endpoint",
          children: `Deliveries are kept for ${EVENT_DAYS} days. If someone sent you this link, switch to their environment.`,
          backLabel: "Back to the endpoint",
          onBack: onClose,
        }}
      >
        {(found) => (
          <div className="space-y-6 pb-3">
            <ErrorCallout error={resend.error} />
            <DeliveryFacts delivery={found} endpoint={endpoint} />
            <section aria-labelledby={ATTEMPTS} className="space-y-2">
              <div className="flex items-baseline justify-between gap-4">
                <h3 id={ATTEMPTS} className="text-sm font-semibold">
                  Attempts
                </h3>
                <p className="text-xs text-muted">
                  Times are <ZoneName />
                </p>
              </div>
              <AttemptList attempts={found.attempts} />
            </section>
            <SentRequest request={found.request} />
          </div>
        )}
      </LookedUp>
    </SidePanel>
  );
}

const ATTEMPTS = "delivery-attempts";
const REFUSAL = "delivery-refusal";

type DeliveryFactsProps = { delivery: DeliveryDetails; endpoint: Endpoint };

function DeliveryFacts({ delivery, endpoint }: DeliveryFactsProps) {
  const { base } = useCurrentConsole();
  const { deliveryId, eventId, type, nextAttemptAt, createdAt } = delivery;
  return (
    <KeyValues
      rows={[
        { name: "Status", value: <StatusMark look={lookOfDelivery(delivery, endpoint)} /> },
        ...(nextAttemptAt === null
          ? []
          : [
              {
                name: "Next attempt",
                value: whenTriedAgain(endpoint) ?? <Time at={nextAttemptAt} as="exact" />,
              },
            ]),
        { name: "First attempt", value: <Time at={createdAt} as="exact" /> },
        {
          name: "Event",
          value:
            type === "ping" ? (
              <CopiedCode text={eventId} label="event id" />
            ) : (
              <Link
                href={`${base}/events/${eventId}`}
                prefetch={false}
                className="font-mono text-xs wrap-anywhere text-pine underline underline-offset-4"
              >
                {eventId}
              </Link>
            ),
        },
        { name: "Delivery", value: <CopiedCode text={deliveryId} label="delivery id" /> },
      ]}
    />
  );
}
