import { verifySignature } from "#lib/api-keys/verify-signature.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, replayed } from "#lib/http/reply.ts";
import { refundPaymentOperation } from "#lib/payments/contract-refunds.ts";
import { refundPayment, refundSchema } from "#lib/payments/refund.ts";

export const POST = endpoint(
  refundPaymentOperation,
  async ({ caller, params, body, bytes, headers }) => {
    const signature = headers.get("x-merchant-signature");
    const merchantSignature = await verifySignature({
      caller,
      request: { request: "refund", ...params },
      signature,
      body: bytes,
    });
    const { state, refund } = await refundPayment({
      caller,
      ...params,
      request: body,
      merchantSignature,
    });
    return state === "created" ? created(refund) : replayed(refund);
  },
  () => refundSchema,
);
