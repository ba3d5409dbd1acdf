import type { Call, CallOptions } from "./call.ts";
import { createList, type List } from "./list.ts";
import type { Body, Query, Schemas } from "./schemas.ts";

/** The calls about webhook endpoints. Each throws ApiError. */
export function createWebhookEndpoints(call: Call) {
  return {
    /** The answer alone has the secret. */
    create: (body: Body<"createWebhookEndpoint">, options?: CallOptions) =>
      call("POST /api/v1/webhook-endpoints", { body, isOnce: true }, options),

    list: (options?: CallOptions) => call("GET /api/v1/webhook-endpoints", {}, options),

    get: (endpointId: string, options?: CallOptions) =>
      call("GET /api/v1/webhook-endpoints/{endpointId}", { params: { endpointId } }, options),

    change: (endpointId: string, body: Body<"changeWebhookEndpoint">, options?: CallOptions) => {
      const input = { params: { endpointId }, body };
      return call("PATCH /api/v1/webhook-endpoints/{endpointId}", input, options);
    },

    delete: (endpointId: string, options?: CallOptions) =>
      call("DELETE /api/v1/webhook-endpoints/{endpointId}", { params: { endpointId } }, options),

    /** The answer alone has the new secret; the old one is valid for 24 hours. */
    rotateSecret: (endpointId: string, options?: CallOptions) => {
      const input = { params: { endpointId }, isOnce: true };
      return call("POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret", input, options);
    },

    /** Sends a `ping`. */
    test: (endpointId: string, options?: CallOptions) => {
      const input = { params: { endpointId }, isOnce: true };
      return call("POST /api/v1/webhook-endpoints/{endpointId}/test", input, options);
    },

    /** Newest first. */
    listDeliveries: (
      endpointId: string,
      query: Query<"listWebhookDeliveries"> = {},
      options?: CallOptions,
    ): List<Schemas["WebhookDelivery"]> =>
      createList(async (cursor = query.cursor) => {
        const route = "GET /api/v1/webhook-endpoints/{endpointId}/deliveries";
        const input = { params: { endpointId }, query: { ...query, cursor } };
        const page = await call(route, input, options);
        return { entries: page.deliveries, nextCursor: page.nextCursor };
      }),

    getDelivery: (endpointId: string, deliveryId: string, options?: CallOptions) => {
      const route = "GET /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}";
      return call(route, { params: { endpointId, deliveryId } }, options);
    },

    resendDelivery: (endpointId: string, deliveryId: string, options?: CallOptions) => {
      const route = "POST /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend";
      return call(route, { params: { endpointId, deliveryId }, isOnce: true }, options);
    },

    /** Sends again what was not delivered since a time. */
    resendSince: (endpointId: string, body: Body<"resendWebhookEvents">, options?: CallOptions) => {
      const input = { params: { endpointId }, body, isOnce: true };
      return call("POST /api/v1/webhook-endpoints/{endpointId}/resend", input, options);
    },
  };
}
