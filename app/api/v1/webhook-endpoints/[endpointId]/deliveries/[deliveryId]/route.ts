import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getDeliveryOperation } from "#lib/webhooks/contract-deliveries.ts";
import { getDelivery } from "#lib/webhooks/deliveries.ts";

export const GET = endpoint(getDeliveryOperation, async ({ caller, params }) =>
  ok(await getDelivery({ caller, ...params })),
);
