import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { changeEndpoint } from "#lib/webhooks/change-endpoint.ts";
import {
  changeEndpointOperation,
  deleteEndpointOperation,
  getEndpointOperation,
} from "#lib/webhooks/contract-endpoints.ts";
import { deleteEndpoint, getEndpoint } from "#lib/webhooks/endpoints.ts";

export const GET = endpoint(getEndpointOperation, async ({ caller, params }) =>
  ok(await getEndpoint({ caller, ...params })),
);

export const PATCH = endpoint(changeEndpointOperation, async ({ caller, params, body }) =>
  ok(await changeEndpoint({ caller, ...params, change: body })),
);

export const DELETE = endpoint(deleteEndpointOperation, async ({ caller, params }) =>
  ok(await deleteEndpoint({ caller, ...params })),
);
