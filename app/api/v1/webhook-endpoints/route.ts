import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import {
  createEndpointOperation,
  listEndpointsOperation,
} from "#lib/webhooks/contract-endpoints.ts";
import { createEndpoint, listEndpoints } from "#lib/webhooks/endpoints.ts";

export const POST = endpoint(createEndpointOperation, async ({ caller, body }) =>
  created(await createEndpoint({ caller, request: body })),
);

export const GET = endpoint(listEndpointsOperation, async ({ caller }) =>
  ok({ endpoints: await listEndpoints({ caller }) }),
);
