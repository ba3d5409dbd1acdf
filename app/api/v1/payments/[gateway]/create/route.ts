import { endpoint } from "#lib/http/endpoint.ts";
import { readIdempotencyKey, refuseMerchantSignature } from "#lib/http/idempotency-key.ts";
import { created, replayed } from "#lib/http/reply.ts";
import { createPaymentOperation } from "#lib/payments/contract.ts";
import { createPayment } from "#lib/payments/create.ts";
import { requestSchemaFor } from "#lib/payments/order.ts";

export const POST = endpoint(
  createPaymentOperation,
  async ({ caller, params, body, headers }) => {
    refuseMerchantSignature(headers);
    const { state, payment } = await createPayment({
      caller,
      gateway: params.gateway,
      request: body,
      idempotencyKey: readIdempotencyKey(headers),
    });
    return state === "created" ? created(payment) : replayed(payment);
  },
  requestSchemaFor,
);
