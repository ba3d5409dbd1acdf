import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listEventsOperation } from "#lib/webhooks/contract-events.ts";
import { listEvents } from "#lib/webhooks/list-events.ts";

export const GET = endpoint(listEventsOperation, async ({ caller, query }) =>
  ok(await listEvents({ caller, query })),
);
