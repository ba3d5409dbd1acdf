import { z } from "zod";
import { dateTimeInput, timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { idText } from "#lib/core/text.ts";
import { eventTypes } from "#lib/core/vocabulary.ts";
import { KEPT_ANSWER_BYTES } from "./contract-limits.ts";

export { ANSWER_SECONDS, DISABLE_AFTER_DAYS, KEPT_ANSWER_BYTES } from "./contract-limits.ts";

const [MINUTE, HOUR] = [60, 60 * 60];

/** Seconds after each failed attempt until the next one; after the last one, the delivery has failed. */
export const RETRY_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
] as const;

/** What is read of an answer at most. */
export const MAX_ANSWER_BYTES = 4096;
/** How long an endpoint has done nothing but fail when its owners are warned. */
export const WARN_AFTER_DAYS = 1;
/** The latest attempts that a delivery keeps. */
export const MAX_LOGGED_ATTEMPTS = 20;

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;

/** Why there was no answer. */
export const attemptErrors = [
  "timeout",
  "connection",
  "dns",
  "tls",
  "address_not_allowed",
  "redirect",
  "interrupted",
] as const;

const attempt = z
  .object({
    at: timestamp,
    durationMs: z.int(),
    statusCode: z.int().nullable().meta({ description: "null where there was no answer" }),
    error: z.enum(attemptErrors).nullable().meta({
      description: "Why there was no answer, or none that counts",
    }),
    answer: z
      .string()
      .nullable()
      .meta({
        description: `The first ${KEPT_ANSWER_BYTES} bytes of the answer's body`,
      }),
    byHand: z.boolean().meta({ description: "Whether it was sent manually, not by the schedule" }),
  })
  .meta({ id: "WebhookAttempt" });

export const delivery = z
  .object({
    deliveryId: z.string(),
    endpointId: z.string(),
    eventId: z.string().meta({ description: "The `webhook-id` that was sent" }),
    type: z.enum([...eventTypes, "ping"]),
    subject: z
      .string()
      .nullable()
      .meta({
        description:
          "What the event is about: the `paymentId`, also of a refund, a dispute, or a receipt; of `user.*` the `userId`. " +
          "null for a ping, and once the event is no longer kept",
      }),
    status: z.enum(deliveryStatuses).meta({
      description: "`waiting`: it failed, and is tried again at `nextAttemptAt`",
    }),
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp.meta({ description: "Of the first attempt" }),
    attempts: z.array(attempt).meta({
      description: `The oldest first, of the last ${MAX_LOGGED_ATTEMPTS}`,
    }),
  })
  .meta({ id: "WebhookDelivery" });

const sentRequest = z
  .object({
    url: z.string(),
    headers: z.record(z.string(), z.string()).meta({ description: "Without the signature" }),
    body: z.string(),
  })
  .meta({ id: "WebhookRequest" });

const deliveryDetails = delivery
  .extend({
    request: sentRequest.nullable().meta({
      description: "What an attempt sends; null once the event is no longer kept",
    }),
  })
  .meta({ id: "WebhookDeliveryDetails" });

const deliveriesPage = z
  .object({
    deliveries: z.array(delivery).meta({ description: "The newest first" }),
    nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
  })
  .meta({ id: "WebhookDeliveriesPage" });

const deliveriesQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  status: z
    .enum(deliveryStatuses)
    .optional()
    .meta({ description: "Only deliveries in this state" }),
  type: z
    .enum([...eventTypes, "ping"])
    .optional()
    .meta({ description: "Only those of this type" }),
  eventId: idText.optional().meta({ description: "Only that of this event" }),
  paymentId: idText.optional().meta({
    description: "Only those of this payment, with its refunds, disputes, and receipts",
  }),
});

const resend = z
  .object({
    since: dateTimeInput.meta({ description: "Events created at or after this time" }),
  })
  .meta({ id: "WebhookResend" });

const resending = z
  .object({
    endpointId: z.string(),
    resendingSince: timestamp,
  })
  .meta({ id: "WebhookResending" });

export type Delivery = z.output<typeof delivery>;
export type DeliveryJson = z.input<typeof delivery>;
export type DeliveryAttempt = z.output<typeof attempt>;
export type DeliveryDetails = z.output<typeof deliveryDetails>;
export type DeliveryDetailsJson = z.input<typeof deliveryDetails>;
export type DeliveriesPage = z.output<typeof deliveriesPage>;
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;
export type AttemptError = (typeof attemptErrors)[number];
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const ENDPOINT = "/api/v1/webhook-endpoints/{endpointId}";
const params = z.object({
  endpointId: idText.meta({ description: "`endpointId` of the creation" }),
});
const deliveryParams = params.extend({
  deliveryId: idText.meta({ description: "`deliveryId` of the list" }),
});
const shared = { tag: "Webhooks", scope: "webhooks:write", statuses: [200] } as const;
const read = {
  ...shared,
  method: "GET",
  rateClass: "reads",
  leastRole: "viewer",
  errors: ["not_found"],
} as const;
const send = { ...shared, method: "POST", rateClass: "writes", stepUp: true } as const;

export const listDeliveriesOperation = {
  ...read,
  operationId: "listWebhookDeliveries",
  path: `${ENDPOINT}/deliveries`,
  summary: "What was sent to an endpoint, and what it answered",
  params,
  query: deliveriesQuery,
  response: deliveriesPage,
} as const satisfies Operation;

export const getDeliveryOperation = {
  ...read,
  operationId: "getWebhookDelivery",
  path: `${ENDPOINT}/deliveries/{deliveryId}`,
  summary: "One delivery, with its request",
  description: "Needs the read scope of its event, as `GET /api/v1/events/{eventId}` does.",
  params: deliveryParams,
  response: deliveryDetails,
} as const satisfies Operation;

export const resendDeliveryOperation = {
  ...send,
  operationId: "resendWebhookDelivery",
  path: `${ENDPOINT}/deliveries/{deliveryId}/resend`,
  summary: "Send one delivery again",
  description:
    "At once, whatever its status, with the same `webhook-id` and body; answers what came back. The schedule of a " +
    "delivery that waits stays as it is, and a failure does not count toward disabling the endpoint.",
  params: deliveryParams,
  response: delivery,
  errors: ["not_found", "conflict", "service_unavailable"],
} as const satisfies Operation;

export const resendSinceOperation = {
  ...send,
  operationId: "resendWebhookEvents",
  path: `${ENDPOINT}/resend`,
  summary: "Send again what was not delivered since a time",
  description:
    "Every event of the endpoint's types since then, or since its creation if that is later, that it has not answered " +
    "with 2xx: those that failed, those that wait for a retry, and those that came while it was disabled. They are sent " +
    "in the background, beside new events. One at a time: 409 until the one before has ended.",
  params,
  body: resend,
  response: resending,
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
