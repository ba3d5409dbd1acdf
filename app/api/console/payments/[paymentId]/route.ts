import { getConsolePaymentOperation } from "#lib/contract/console-payment.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getConsolePayment } from "#lib/services/console/get-console-payment.ts";

export const GET = endpoint(getConsolePaymentOperation, async ({ caller, params }) =>
  ok(await getConsolePayment({ caller, ...params })),
);
