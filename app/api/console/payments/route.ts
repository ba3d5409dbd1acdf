import { listPaymentsOperation } from "#lib/contract/console-payments.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listPayments } from "#lib/services/console/list-payments.ts";

export const GET = endpoint(listPaymentsOperation, async ({ caller, query }) =>
  ok(await listPayments({ caller, query })),
);
