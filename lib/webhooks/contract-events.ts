import { z } from "zod";
import { userSummary } from "#lib/cardholders/contract.ts";
import { dateTimeInput, timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery } from "#lib/core/page-query.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { idText } from "#lib/core/text.ts";
import { type EventType, eventTypes } from "#lib/core/vocabulary.ts";
import { paymentEntry } from "#lib/payments/contract.ts";
import { refundResource } from "#lib/payments/contract-refunds.ts";
import { receiptSummary } from "#lib/receipts/contract.ts";

const dispute = z
  .object({
    disputeId: z.string().nullable().meta({ description: "The provider's own id of the dispute" }),
    paymentId: z.string(),
    merchantId: z.string(),
    receiptId: z.string(),
    transactionId: z.string(),
    amount: z.int().meta({ description: "Of the payment" }),
    currency: z.string(),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it was opened, as the provider names it" }),
    outcome: z
      .string()
      .nullable()
      .meta({ description: "Of one that is closed: such as `won` or `lost`" }),
  })
  .meta({ id: "Dispute" });

const userReceipt = receiptSummary.extend({ userId: z.string() }).meta({ id: "UserReceipt" });

const erasedUserId = z.object({ userId: z.string() }).meta({ id: "ErasedUserId" });

/** What `data` of each type holds: what the list of its things answers for one of them. */
export const eventData = {
  "payment.succeeded": paymentEntry,
  "payment.failed": paymentEntry,
  "payment.canceled": paymentEntry,
  "payment.requires_confirmation": paymentEntry,
  "payment.updated": paymentEntry,
  "refund.succeeded": refundResource,
  "refund.failed": refundResource,
  "dispute.opened": dispute,
  "dispute.closed": dispute,
  "receipt.delivered": userReceipt,
  "receipt.opened": userReceipt,
  "receipt.updated": userReceipt,
  "user.registered": userSummary,
  "user.erased": erasedUserId,
} as const satisfies Record<EventType, z.ZodObject>;

/** When each type happens, in a sentence. */
export const eventTexts: Record<EventType, string> = {
  "payment.succeeded": "The customer has paid",
  "payment.failed": "The payment was declined, or failed later",
  "payment.canceled": "The payment was canceled before it was charged, and never will be",
  "payment.requires_confirmation": "The payment waits for the customer, such as for 3-D Secure",
  "payment.updated": "What a bank matches with its ledger became known, or changed",
  "refund.succeeded": "Money went back to the customer",
  "refund.failed": "The refund failed, or the customer's bank returned it",
  "dispute.opened": "The cardholder disputes the payment at their bank",
  "dispute.closed": "The dispute was decided",
  "receipt.delivered": "A receipt was sealed to one of your cardholders and can be opened",
  "receipt.opened": "A receipt was opened for the first time",
  "receipt.updated": "What a bank matches with its ledger became known, or changed",
  "user.registered": "A cardholder was registered",
  "user.erased": "A cardholder was erased",
};

const shapes = [...new Set(Object.values(eventData))];

/** JSON as an older version may have stored it: answered as it is, and described as today's. */
const storedData = z.custom<z.input<(typeof shapes)[number]>>().meta({
  description: "The thing as it was then: what its list answers, never content of a receipt",
  anyOf: shapes.map((shape) => ({ $ref: `#/components/schemas/${shape.meta()?.id}` })),
});

export const event = z
  .object({
    eventId: z.string(),
    type: z.enum(eventTypes),
    createdAt: timestamp.meta({ description: "When it happened" }),
    data: storedData,
  })
  .meta({ id: "Event" });

const eventsQuery = z.object({
  limit: pageQuery.limit,
  after: z.string().max(256).optional().meta({
    description:
      "`nextCursor` of the page before, a `lastCursor`, or the `eventId` of the last event you have seen",
  }),
  type: z.enum(eventTypes).optional().meta({ description: "Only events of this type" }),
  from: dateTimeInput.optional().meta({ description: "Created at or after this time" }),
  to: dateTimeInput.optional().meta({ description: "Created before this time" }),
});

const eventsPage = z
  .object({
    events: z.array(event).meta({ description: "The oldest first" }),
    nextCursor: z.string().nullable().meta({
      description:
        "null where there are no more events by now. A page may be short, or empty, and have one: a filter reads so many events at a time",
    }),
    lastCursor: z.string().nullable().meta({
      description:
        "How far this page has read. Keep it, and send it as `after` the next time: with a rare `type`, the `eventId` of the last match is far behind",
    }),
  })
  .meta({ id: "EventsPage" });

export type EventsQuery = z.output<typeof eventsQuery>;
export type EventsPage = z.output<typeof eventsPage>;
export type EventResource = z.output<typeof event>;
export type EventResourceJson = z.input<typeof event>;

const reads = {
  method: "GET",
  tag: "Webhooks",
  scope: "payments:read",
  orScope: "receipts:read",
  rateClass: "reads",
  statuses: [200],
} as const;

export const listEventsOperation = {
  ...reads,
  operationId: "listEvents",
  path: "/api/v1/events",
  summary: "List events",
  description:
    `What happened, the oldest first, for ${EVENT_DAYS} days. A merchant's events need \`payments:read\`, an issuer's ` +
    "`receipts:read`. To follow them without webhooks, keep the `eventId` of the last one and send it as `after`: no " +
    "event is skipped, even one that is committed late. After more than " +
    `${EVENT_DAYS} days, \`after\` is 400: leave it out once, to begin with the oldest event that is kept.`,
  query: eventsQuery,
  response: eventsPage,
  errors: [],
} as const satisfies Operation;

export const getEventOperation = {
  ...reads,
  operationId: "getEvent",
  path: "/api/v1/events/{eventId}",
  summary: "One event",
  params: z.object({
    eventId: idText.meta({
      description: "`eventId` of the list, or `webhook-id` of a delivery, except a ping's",
    }),
  }),
  response: event,
  errors: ["not_found"],
} as const satisfies Operation;
