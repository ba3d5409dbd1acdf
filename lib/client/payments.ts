import type { Call, CallOptions } from "./call.ts";
import { createList, type List } from "./list.ts";
import type { Body, Data, Gateway, Query, Schemas } from "./schemas.ts";

export type CreatedPayment = Data<"createPayment">;

export type PaymentRequest = Body<"createPayment">;

export type CreateOptions = CallOptions & {
  /** Belongs to one body. If not given, one is drawn, and is the same for all attempts of the call. */
  idempotencyKey?: string | undefined;
};

export type Payments = ReturnType<typeof createPayments>;

/** The calls about payments. Each throws ApiError. */
export function createPayments(call: Call) {
  return {
    /** Names the key to which a till may seal the receipt of a sale. */
    prepare: (gateway: Gateway, body: Body<"preparePayment">, options?: CallOptions) =>
      call("POST /api/v1/payments/{gateway}/prepare", { params: { gateway }, body }, options),

    /** Takes a payment. The same references and body are one payment, however often they are sent. */
    create: (gateway: Gateway, body: PaymentRequest, options: CreateOptions = {}) => {
      const { idempotencyKey = crypto.randomUUID(), ...others } = options;
      const input = {
        params: { gateway },
        body,
        headers: { "Idempotency-Key": idempotencyKey },
        signed: { request: "create", gateway } as const,
      };
      return call("POST /api/v1/payments/{gateway}/create", input, others);
    },

    get: (gateway: Gateway, paymentId: string, options?: CallOptions) => {
      const params = { gateway, paymentId };
      return call("GET /api/v1/payments/{gateway}/{paymentId}", { params }, options);
    },

    /** Newest first. */
    list: (query: Query<"findPayments"> = {}, options?: CallOptions): List<Schemas["Payment"]> =>
      createList(async (cursor = query.cursor) => {
        const page = await call("GET /api/v1/payments", { query: { ...query, cursor } }, options);
        return { entries: page.payments, nextCursor: page.nextCursor };
      }),

    /** Makes sure that the customer pays nothing: nothing is charged, or it is refunded. */
    cancel: (gateway: Gateway, paymentId: string, options?: CallOptions) => {
      const params = { gateway, paymentId };
      return call("POST /api/v1/payments/{gateway}/{paymentId}/cancel", { params }, options);
    },

    /** The same without an id, also for a create that has not arrived yet. */
    cancelByReference: (gateway: Gateway, body: Body<"cancelByReference">, options?: CallOptions) =>
      call("POST /api/v1/payments/{gateway}/cancel", { params: { gateway }, body }, options),

    /** Refunds all or a part. The same `refundReference` and body are one refund. */
    refund: (
      gateway: Gateway,
      paymentId: string,
      body: Body<"refundPayment">,
      options?: CallOptions,
    ) => {
      const params = { gateway, paymentId };
      const input = { params, body, signed: { request: "refund", ...params } as const };
      return call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", input, options);
    },

    /** Refunds by their own date, newest first. */
    listRefunds: (
      query: Query<"listRefunds"> = {},
      options?: CallOptions,
    ): List<Schemas["Refund"]> =>
      createList(async (cursor = query.cursor) => {
        const page = await call("GET /api/v1/refunds", { query: { ...query, cursor } }, options);
        return { entries: page.refunds, nextCursor: page.nextCursor };
      }),

    /** Decides a payment of the sandbox that requires confirmation. */
    confirmInSandbox: (
      gateway: Gateway,
      paymentId: string,
      body: Body<"confirmSandboxPayment">,
      options?: CallOptions,
    ) => {
      const route = "POST /api/v1/payments/{gateway}/{paymentId}/sandbox-confirm";
      return call(route, { params: { gateway, paymentId }, body }, options);
    },
  };
}
