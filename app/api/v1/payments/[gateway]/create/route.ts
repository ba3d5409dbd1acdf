import { createPaymentOperation } from "#lib/contract/payments.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readIdempotencyKey } from "#lib/http/idempotency-key.ts";
import { refuseMerchantSignature } from "#lib/http/merchant-signature.ts";
import { created, replayed } from "#lib/http/reply.ts";
import { createPayment } from "#lib/services/payments/create-payment.ts";

export const POST = endpoint(createPaymentOperation, async ({ caller, params, body, headers }) => {
  refuseMerchantSignature(headers);
  const { state, payment } = await createPayment({
    caller,
    gateway: params.gateway,
    request: body,
    idempotencyKey: readIdempotencyKey(headers),
  });
  return state === "created" ? created(payment) : replayed(payment);
});
