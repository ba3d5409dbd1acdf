import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listLatestDeliveriesOperation } from "#lib/webhooks/contract-console.ts";
import { listLatestDeliveries } from "#lib/webhooks/list-newest.ts";

export const GET = endpoint(listLatestDeliveriesOperation, async ({ caller, query }) =>
  ok(await listLatestDeliveries({ caller, eventId: query.eventId })),
);
