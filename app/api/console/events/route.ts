import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listNewestEventsOperation } from "#lib/webhooks/contract-console.ts";
import { listNewestEvents } from "#lib/webhooks/list-newest.ts";

export const GET = endpoint(listNewestEventsOperation, async ({ caller, query }) =>
  ok(await listNewestEvents({ caller, query })),
);
