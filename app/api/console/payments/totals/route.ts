import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { totalPaymentsOperation } from "#lib/payments/contract-console.ts";
import { totalPayments } from "#lib/payments/list.ts";

export const GET = endpoint(totalPaymentsOperation, async ({ caller, query }) =>
  ok(await totalPayments({ caller, filters: query })),
);
