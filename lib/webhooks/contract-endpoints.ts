import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText } from "#lib/core/text.ts";
import { eventTypes } from "#lib/core/vocabulary.ts";
import { delivery } from "./contract-deliveries.ts";
import { MAX_ENDPOINTS, ROTATION_HOURS } from "./contract-limits.ts";

export { MAX_ENDPOINTS, ROTATION_HOURS } from "./contract-limits.ts";

export const disabledReasons = ["requested", "gone", "failing", "paused"] as const;

const url = z
  .url({ protocol: /^https?$/, error: explainUrl })
  .max(1024)
  .meta({
    description: "https, with http allowed in `development`; no user name, password, or fragment",
  });

function explainUrl({ code }: { code: string }): string | undefined {
  return code === "invalid_format" ? "must be an absolute https URL" : undefined;
}

const types = z
  .array(z.enum(eventTypes))
  .max(eventTypes.length)
  .meta({
    description:
      "The types of events to send; empty for all of your organization, also those to come. Each needs its read scope: " +
      "`payments:read` for those of payments, refunds, and disputes, `receipts:read` for those of receipts and users",
  });

const description = z.string().trim().max(256);

const endpoint = z
  .object({
    endpointId: z.string(),
    url: z.string(),
    types: z.array(z.enum(eventTypes)),
    description: z.string(),
    status: z.enum(["enabled", "disabled"]),
    disabledReason: z
      .enum(disabledReasons)
      .nullable()
      .meta({
        description:
          "`requested`: by you. `gone`: it answered 410. `failing`: five days of nothing but failures. `paused`: by the " +
          "operator of the service, who alone can resume it",
      }),
    disabledAt: timestamp.nullable(),
    createdAt: timestamp,
    failingSince: timestamp.nullable().meta({
      description: "Since when every attempt has failed; null where the last one did not",
    }),
    resendingSince: timestamp.nullable().meta({
      description: "The `since` of a resend that is still running; null where none is",
    }),
  })
  .meta({ id: "WebhookEndpoint" });

const secret = z.string().meta({
  description: "`whsec_` and 32 bytes as base64: shown once, in this answer alone",
});

const endpointWithSecret = endpoint.extend({ secret }).meta({ id: "WebhookEndpointWithSecret" });

const endpointRequest = z
  .object({ url, types: types.default([]), description: description.default("") })
  .meta({ id: "WebhookEndpointRequest" });

const endpointChange = z
  .object({
    url: url.optional(),
    types: types.optional(),
    description: description.optional(),
    status: z
      .enum(["enabled", "disabled"])
      .optional()
      .meta({
        description:
          "Disabling ends the retries. Enabled again, it gets the events from then on; those that it missed, and those that " +
          "failed, can be sent with `resend`",
      }),
  })
  .meta({ id: "WebhookEndpointChange" });

const rotated = z
  .object({ secret, previousSecretUntil: timestamp })
  .meta({ id: "RotatedWebhookSecret" });

export type WebhookEndpoint = z.output<typeof endpoint>;
export type WebhookEndpointJson = z.input<typeof endpoint>;
export type WebhookEndpointWithSecret = z.output<typeof endpointWithSecret>;
export type WebhookEndpointRequest = z.output<typeof endpointRequest>;
export type WebhookEndpointChange = z.output<typeof endpointChange>;
export type RotatedSecret = z.output<typeof rotated>;

export const endpointParams = z.object({
  endpointId: idText.meta({ description: "`endpointId` of the creation" }),
});

const ENDPOINTS = "/api/v1/webhook-endpoints";
const shared = { tag: "Webhooks", scope: "webhooks:write" } as const;
const read = {
  ...shared,
  method: "GET",
  rateClass: "reads",
  leastRole: "viewer",
  statuses: [200],
} as const;
const change = { ...shared, rateClass: "writes", stepUp: true } as const;

export const createEndpointOperation = {
  ...change,
  operationId: "createWebhookEndpoint",
  method: "POST",
  path: ENDPOINTS,
  summary: "Add a webhook endpoint",
  description: `${MAX_ENDPOINTS} at most in each environment.`,
  body: endpointRequest,
  response: endpointWithSecret,
  statuses: [201],
  errors: ["conflict"],
} as const satisfies Operation;

export const listEndpointsOperation = {
  ...read,
  operationId: "listWebhookEndpoints",
  path: ENDPOINTS,
  summary: "List webhook endpoints",
  response: z.object({ endpoints: z.array(endpoint) }),
  errors: [],
} as const satisfies Operation;

export const getEndpointOperation = {
  ...read,
  operationId: "getWebhookEndpoint",
  path: `${ENDPOINTS}/{endpointId}`,
  summary: "One webhook endpoint",
  params: endpointParams,
  response: endpoint,
  errors: ["not_found"],
} as const satisfies Operation;

export const changeEndpointOperation = {
  ...change,
  operationId: "changeWebhookEndpoint",
  method: "PATCH",
  path: `${ENDPOINTS}/{endpointId}`,
  summary: "Change, disable, or enable a webhook endpoint",
  params: endpointParams,
  body: endpointChange,
  response: endpoint,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const deleteEndpointOperation = {
  ...change,
  operationId: "deleteWebhookEndpoint",
  method: "DELETE",
  path: `${ENDPOINTS}/{endpointId}`,
  summary: "Delete a webhook endpoint",
  description: "Its deliveries go with it. The events stay.",
  params: endpointParams,
  response: z.object({ endpointId: z.string(), deleted: z.literal(true) }),
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const rotateSecretOperation = {
  ...change,
  operationId: "rotateWebhookSecret",
  method: "POST",
  path: `${ENDPOINTS}/{endpointId}/rotate-secret`,
  summary: "Replace the secret of a webhook endpoint",
  description:
    `The old secret signs, too, for ${ROTATION_HOURS} hours: a delivery has a signature of each. Another rotation in that ` +
    "time ends the secret before it.",
  params: endpointParams,
  response: rotated,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const testEndpointOperation = {
  ...change,
  operationId: "testWebhookEndpoint",
  method: "POST",
  path: `${ENDPOINTS}/{endpointId}/test`,
  summary: "Send a ping",
  description:
    'Sends `{ type: "ping", timestamp, data: { endpointId } }` at once, also to an endpoint that is disabled, unless the operator paused it, and answers what came back.',
  params: endpointParams,
  response: delivery,
  statuses: [200],
  errors: ["not_found", "conflict", "service_unavailable"],
} as const satisfies Operation;
