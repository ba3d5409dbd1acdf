import { getRequestOperation } from "#lib/contract/requests.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getRequest } from "#lib/services/requests/get-request.ts";

export const GET = endpoint(getRequestOperation, async ({ caller, params }) =>
  ok(await getRequest({ caller, ...params })),
);
