import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { preparePaymentOperation } from "#lib/payments/contract-prepare.ts";
import { preparePayments } from "#lib/payments/prepare.ts";

export const POST = endpoint(preparePaymentOperation, async ({ caller, params, body }) =>
  ok(await preparePayments({ caller, gateway: params.gateway, request: body })),
);
