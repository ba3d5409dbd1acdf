import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listRefundsOperation } from "#lib/payments/contract-refunds.ts";
import { listRefunds } from "#lib/payments/list-refunds.ts";

export const GET = endpoint(listRefundsOperation, async ({ caller, query }) =>
  ok(await listRefunds({ caller, query })),
);
