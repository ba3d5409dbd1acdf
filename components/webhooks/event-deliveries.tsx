"use client";

import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import { deliveryLooks, describeAttempt } from "./attempt-words.ts";
import { hostOf } from "./endpoint-columns.tsx";
import { type Delivery, useLatestDeliveries } from "./use-deliveries.ts";
import { type Endpoint, useEndpoints } from "./use-endpoints.ts";

/** Where an event was sent, and how that went. */
export function EventDeliveries({ eventId }: { eventId: string }) {
  return (
    <section aria-labelledby={HEADING} className="space-y-2">
      <h3 id={HEADING} className="text-sm font-semibold">
        Deliveries
      </h3>
      <DeliveriesOf eventId={eventId} />
    </section>
  );
}

const HEADING = "event-deliveries";

function DeliveriesOf({ eventId }: { eventId: string }) {
  const deliveries = useLatestDeliveries(eventId);
  const { data: endpoints = [] } = useEndpoints();
  return (
    <Loaded query={deliveries} subject="the deliveries" rows={1} bare>
      {(found) =>
        found.length === 0 ? (
          <p className="text-sm text-muted text-pretty">
            It was sent to no endpoint so far: none wants its type, or none was enabled then.
          </p>
        ) : (
          <ul className="divide-y divide-dashed divide-line border-y border-line">
            {found.map((delivery) => (
              <DeliveryLine
                key={delivery.deliveryId}
                delivery={delivery}
                endpoint={endpoints.find(({ endpointId }) => endpointId === delivery.endpointId)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

type DeliveryLineProps = { delivery: Delivery; endpoint: Endpoint | undefined };

function DeliveryLine({ delivery, endpoint }: DeliveryLineProps) {
  const { base } = useCurrentConsole();
  const { deliveryId, endpointId, status, attempts, nextAttemptAt } = delivery;
  const last = attempts.at(-1);
  return (
    <li className="py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          href={`${base}/webhooks/${endpointId}/${deliveryId}`}
          prefetch={false}
          className="min-w-0 text-pine underline underline-offset-4 wrap-anywhere"
        >
          {endpoint ? hostOf(endpoint.url) : endpointId}
        </Link>
        <StatusMark look={deliveryLooks[status]} />
      </p>
      {last ? (
        <p className="text-xs text-muted">
          {describeAttempt(last)} <Time at={last.at} />
          {nextAttemptAt === null ? null : (
            <>
              , next attempt <Time at={nextAttemptAt} />
            </>
          )}
        </p>
      ) : null}
    </li>
  );
}
