import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { idText } from "#lib/core/text.ts";
import { eventTypes } from "#lib/core/vocabulary.ts";
import { delivery } from "./contract-deliveries.ts";
import { event } from "./contract-events.ts";

/** How many events a page examines at most. */
export const EVENTS_EXAMINED = 20_000;
/** How many events behind an endpoint are examined for those that wait. */
export const QUEUE_EXAMINED = 1_000;

const newestQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  type: z.enum(eventTypes).optional(),
  paymentId: idText.optional().meta({
    description: "Of a payment, with its refunds, disputes, and receipts",
  }),
  userId: idText.optional().meta({ description: "Of one of the issuer's cardholders" }),
});

const newestPage = z.object({
  events: z.array(event).meta({ description: "The newest first" }),
  nextCursor: z
    .string()
    .nullable()
    .meta({
      description:
        `null on the last page. A page examines at most ${EVENTS_EXAMINED.toLocaleString("en-US")} events, so one ` +
        "with few matches, or none, may still have a next page",
    }),
});

const latestQuery = z.object({
  eventId: idText.optional().meta({
    description: "The delivery of this event instead, and the endpoints that have not been sent it",
  }),
});

const queue = z.object({
  endpointId: z.string(),
  waitingEvents: z.int().meta({
    description:
      "Events of its types that it was not sent yet: those that wait, or that it misses while it is disabled",
  }),
  hasMore: z.boolean().meta({
    description: `Whether there may be more, behind the first ${QUEUE_EXAMINED.toLocaleString("en-US")} that were examined`,
  }),
  pausedUntil: timestamp.nullable().meta({
    description: "When the next new event is tried, where the endpoint is taken to be down",
  }),
});

export type NewestQuery = z.output<typeof newestQuery>;
export type Queue = z.output<typeof queue>;
export type NewestPage = z.output<typeof newestPage>;

const reads = { method: "GET", tag: "Console", rateClass: "reads", statuses: [200] } as const;

export const listNewestEventsOperation = {
  ...reads,
  operationId: "listNewestEvents",
  path: "/api/console/events",
  summary: "Events, the newest first",
  role: "viewer",
  mayBeStale: true,
  query: newestQuery,
  response: newestPage,
  errors: [],
} as const satisfies Operation;

export const listLatestDeliveriesOperation = {
  ...reads,
  operationId: "listLatestWebhookDeliveries",
  path: "/api/console/webhook-deliveries",
  summary: "The latest delivery to each webhook endpoint, and what waits behind it",
  role: "viewer",
  mayBeStale: true,
  query: latestQuery,
  response: z.object({ deliveries: z.array(delivery), queues: z.array(queue) }),
  errors: [],
} as const satisfies Operation;
