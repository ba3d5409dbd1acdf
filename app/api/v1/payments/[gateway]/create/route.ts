import { verifySignature } from "#lib/api-keys/verify-signature.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readIdempotencyKey } from "#lib/http/idempotency-key.ts";
import { created, replayed } from "#lib/http/reply.ts";
import { createPaymentOperation } from "#lib/payments/contract.ts";
import { requestSchemaFor } from "#lib/payments/contract-order.ts";
import { createPayment } from "#lib/payments/create.ts";
import { warnOfDefaults } from "#lib/payments/warn-of-defaults.ts";

export const POST = endpoint(
  createPaymentOperation,
  async ({ caller, params, body, bytes, sent, headers }) => {
    const signature = headers.get("x-merchant-signature");
    const request = { request: "create", gateway: params.gateway } as const;
    const { state, payment } = await createPayment({
      caller,
      gateway: params.gateway,
      request: body,
      merchantSignature: await verifySignature({ caller, request, signature, body: bytes }),
      idempotencyKey: readIdempotencyKey(headers),
    });
    const warning = warnOfDefaults(sent);
    return state === "created" ? created(payment, warning) : replayed(payment, warning);
  },
  requestSchemaFor,
);
