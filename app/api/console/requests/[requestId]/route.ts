import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getRequestOperation } from "#lib/request-log/contract.ts";
import { getRequest } from "#lib/request-log/list.ts";

export const GET = endpoint(getRequestOperation, async ({ caller, params }) =>
  ok(await getRequest({ caller, ...params })),
);
