import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listDeliveriesOperation } from "#lib/webhooks/contract-deliveries.ts";
import { listDeliveries } from "#lib/webhooks/deliveries.ts";

export const GET = endpoint(listDeliveriesOperation, async ({ caller, params, query }) =>
  ok(await listDeliveries({ caller, ...params, query })),
);
