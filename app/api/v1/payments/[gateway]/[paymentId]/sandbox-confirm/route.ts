import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { confirmSandboxPayment } from "#lib/payments/confirm-sandbox.ts";
import { confirmSandboxPaymentOperation } from "#lib/payments/contract.ts";

export const POST = endpoint(confirmSandboxPaymentOperation, async ({ caller, params, body }) =>
  ok(await confirmSandboxPayment({ caller, ...params, ...body })),
);
