import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getPaymentOperation } from "#lib/payments/contract.ts";
import { getPayment } from "#lib/payments/get.ts";

export const GET = endpoint(getPaymentOperation, async ({ caller, params }) =>
  ok(await getPayment({ caller, ...params })),
);
