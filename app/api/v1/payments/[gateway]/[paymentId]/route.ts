import { getPaymentOperation } from "#lib/contract/payments.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getPayment } from "#lib/services/payments/get-payment.ts";

export const GET = endpoint(getPaymentOperation, async ({ caller, params }) =>
  ok(await getPayment({ caller, ...params })),
);
