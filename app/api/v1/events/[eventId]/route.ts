import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getEventOperation } from "#lib/webhooks/contract-events.ts";
import { getEvent } from "#lib/webhooks/list-events.ts";

export const GET = endpoint(getEventOperation, async ({ caller, params }) =>
  ok(await getEvent({ caller, ...params })),
);
