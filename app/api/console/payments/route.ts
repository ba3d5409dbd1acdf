import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listPaymentsOperation } from "#lib/payments/contract-console.ts";
import { listPayments } from "#lib/payments/list.ts";

export const GET = endpoint(listPaymentsOperation, async ({ caller, query }) =>
  ok(await listPayments({ caller, query })),
);
