import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { cancelPayment } from "#lib/payments/cancel.ts";
import { cancelPaymentOperation } from "#lib/payments/contract-refunds.ts";

export const POST = endpoint(cancelPaymentOperation, async ({ caller, params }) =>
  ok(await cancelPayment({ caller, ...params })),
);
