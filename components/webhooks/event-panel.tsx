"use client";

import Link from "next/link";
import { consoles, useCurrentConsole } from "#components/console/current-console.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopiedCode } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { LookedUp } from "#components/ui/loaded.tsx";
import { shallowLink } from "#components/ui/shallow-link.ts";
import { SidePanel } from "#components/ui/side-panel.tsx";
import { Time } from "#components/ui/time.tsx";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { merchantEventTypes } from "#lib/core/vocabulary.ts";
import { eventTexts } from "#lib/webhooks/contract-events.ts";
import { EventDeliveries } from "./event-deliveries.tsx";
import { subjectOf } from "./event-subject.ts";
import { type ListedEvent, useEvent } from "./use-events.ts";

type EventPanelProps = {
  eventId: string;
  /** The same event, if the list behind has it. */
  row: ListedEvent | undefined;
  onClose: () => void;
};

/** One event in full. */
export function EventPanel({ eventId, row, onClose }: EventPanelProps) {
  const query = useEvent(eventId, row);
  return (
    <SidePanel open onClose={onClose} label="Event" title={query.data?.type ?? eventId}>
      <LookedUp
        query={query}
        subject="the event"
        missing={{
          title: "No such event in this environment",
          children: `Events are kept for ${EVENT_DAYS} days. If someone sent you this link, switch to their environment.`,
          backLabel: "Back to the events",
          onBack: onClose,
        }}
      >
        {(event) => (
          <div className="space-y-6 pb-3">
            <EventFacts event={event} />
            <EventDeliveries eventId={eventId} />
            <CodeBlock label="Data" code={JSON.stringify(event.data, null, 2)} />
          </div>
        )}
      </LookedUp>
    </SidePanel>
  );
}

function EventFacts({ event }: { event: ListedEvent }) {
  const { base } = useCurrentConsole();
  const { eventId, type, createdAt } = event;
  const { paymentId, userId } = subjectOf(event);
  // The payment of a receipt is in the console of its merchant, which may be another organization.
  const isOwnPayment = merchantEventTypes.some((one) => one === type);
  return (
    <KeyValues
      rows={[
        { name: "What happened", value: `${eventTexts[type]}.` },
        { name: "When", value: <Time at={createdAt} as="exact" /> },
        { name: "Event", value: <CopiedCode text={eventId} label="event id" /> },
        ...(paymentId === undefined
          ? []
          : [
              {
                name: "Payment",
                value: isOwnPayment ? (
                  <Linked href={`${consoles.merchant.payments}/${paymentId}`}>{paymentId}</Linked>
                ) : (
                  <CopiedCode text={paymentId} label="payment id" />
                ),
              },
            ]),
        ...(userId === undefined
          ? []
          : [
              {
                name: "Cardholder",
                value:
                  type === "user.erased" ? (
                    <CopiedCode text={userId} label="cardholder id" />
                  ) : (
                    <Linked href={`${consoles.issuer.base}/cardholders/${userId}`}>{userId}</Linked>
                  ),
              },
            ]),
        ...(paymentId === undefined
          ? []
          : [
              {
                name: "Related",
                value: (
                  <Link
                    {...shallowLink(`${base}/events?payment=${paymentId}`)}
                    className="text-pine underline underline-offset-4"
                  >
                    All events of this payment
                  </Link>
                ),
              },
            ]),
      ]}
    />
  );
}

function Linked({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="font-mono text-xs wrap-anywhere text-pine underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
