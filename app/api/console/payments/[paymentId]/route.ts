import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getConsolePaymentOperation } from "#lib/payments/contract-console.ts";
import { getConsolePayment } from "#lib/payments/get.ts";

export const GET = endpoint(getConsolePaymentOperation, async ({ caller, params }) =>
  ok(await getConsolePayment({ caller, ...params })),
);
