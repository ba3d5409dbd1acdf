"use client";

import { Hourglass, Minus } from "lucide-react";
import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeAttempt, lookOfDelivery } from "./attempt-words.ts";
import { endpointName } from "./endpoint-name.ts";
import { QueueText } from "./queue-text.tsx";
import { type Delivery, type Queue, useLatestDeliveries } from "./use-deliveries.ts";
import { type Endpoint, useEndpoints } from "./use-endpoints.ts";

/** Where an event was sent, how that went, and where it waits. */
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
  const latest = useLatestDeliveries(eventId);
  const { data: endpoints = [] } = useEndpoints();
  const find = (id: string) => endpoints.find(({ endpointId }) => endpointId === id);
  return (
    <Loaded query={latest} subject="the deliveries" rows={1} bare>
      {({ deliveries, queues }) =>
        deliveries.length + queues.length === 0 ? (
          <p className="text-sm text-muted text-pretty">
            It was sent to no endpoint: none was subscribed to its type and enabled when it
            happened.
          </p>
        ) : (
          <ul className="divide-y divide-dashed divide-line border-y border-line">
            {deliveries.map((delivery) => (
              <DeliveryLine
                key={delivery.deliveryId}
                delivery={delivery}
                endpoint={find(delivery.endpointId)}
              />
            ))}
            {queues.map((queue) => (
              <QueueLine key={queue.endpointId} queue={queue} endpoint={find(queue.endpointId)} />
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
  const { deliveryId, endpointId, attempts, nextAttemptAt } = delivery;
  const last = attempts.at(-1);
  return (
    <li className="py-2.5 text-sm">
      <Heading
        href={`${base}/webhooks/${endpointId}/${deliveryId}`}
        name={endpoint ? endpointName(endpoint) : endpointId}
        look={lookOfDelivery(delivery, endpoint)}
      />
      {last ? (
        <p className="text-xs text-muted">
          {describeAttempt(last)} <Time at={last.at} />
          {nextAttemptAt === null || endpoint?.status === "disabled" ? null : (
            <>
              , next attempt <Time at={nextAttemptAt} />
            </>
          )}
        </p>
      ) : null}
    </li>
  );
}

type QueueLineProps = { queue: Queue; endpoint: Endpoint | undefined };

/** An endpoint that is subscribed to the event's type and was not sent it yet. */
function QueueLine({ queue, endpoint }: QueueLineProps) {
  const { base } = useCurrentConsole();
  const { endpointId } = queue;
  const isMissed = endpoint?.status === "disabled" && endpoint.disabledReason !== "paused";
  return (
    <li className="py-2.5 text-sm">
      <Heading
        href={`${base}/webhooks/${endpointId}`}
        name={endpoint ? endpointName(endpoint) : endpointId}
        look={isMissed ? missed : waiting}
      />
      {endpoint ? (
        <p className="text-xs text-muted">
          {isMissed ? (
            "The endpoint is disabled. Events it missed can be sent once it is enabled."
          ) : (
            <QueueText queue={queue} endpoint={endpoint} />
          )}
        </p>
      ) : null}
    </li>
  );
}

const waiting = { word: "Waiting for its turn", color: "text-escrowed", icon: Hourglass };
const missed = { word: "Missed", color: "text-muted", icon: Minus };

function Heading({ href, name, look }: { href: string; name: string; look: StatusLook }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <Link
        href={href}
        prefetch={false}
        className="min-w-0 text-pine underline underline-offset-4 wrap-anywhere"
      >
        {name}
      </Link>
      <StatusMark look={look} />
    </p>
  );
}
