import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { timestamp } from "#lib/core/date-time.ts";
import { type EventType, eventTypes } from "#lib/core/vocabulary.ts";
import { ANSWER_SECONDS } from "#lib/webhooks/contract-deliveries.ts";
import { type EventResourceJson, eventData, eventTexts } from "#lib/webhooks/contract-events.ts";
import { eventExamples } from "#lib/webhooks/event-examples.ts";

/** Every type of event as the webhook that delivers it, for `webhooks` of the document. */
export function describeEvents(): Record<string, ZodOpenApiPathItemObject> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: EventType) {
  const schema = z.object({
    type: z.literal(type),
    timestamp: timestamp.meta({ description: "When it happened" }),
    data: eventData[type],
  });
  return {
    operationId: operationIdOf(type),
    tags: ["Webhooks"],
    summary: eventTexts[type],
    description:
      "The secret of the endpoint signs it. Its headers and retries are described under Webhooks.",
    security: [],
    requestParams: { header: deliveryHeaders },
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: schema.meta({ id: `${pascal(type)}Event` }),
          examples: {
            example: { summary: "From a test of the service", value: bodyOf(eventExamples[type]) },
          },
        },
      },
    },
    responses,
  };
}

const deliveryHeaders = z.object({
  "webhook-id": z.string().meta({ description: "The `eventId`: the same at each attempt" }),
  "webhook-timestamp": z.string().meta({ description: "Unix time of the attempt, in seconds" }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and the HMAC-SHA-256 of `<id>.<timestamp>.<body>` as base64; several are separated by spaces",
  }),
});

const responses = {
  "2XX": {
    description: `The event was taken. Everything else is a failure, as is no answer in ${ANSWER_SECONDS} seconds`,
  },
  "410": { description: "The endpoint is gone: it is disabled at once" },
};

function bodyOf({ type, createdAt, data }: EventResourceJson) {
  return { type, timestamp: createdAt, data };
}

/** `payment.requires_confirmation` is `onPaymentRequiresConfirmation`. */
function operationIdOf(type: EventType): string {
  return `on${pascal(type)}`;
}

function pascal(type: EventType): string {
  return type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
