import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listRequestsOperation } from "#lib/request-log/contract.ts";
import { listRequests } from "#lib/request-log/list.ts";

export const GET = endpoint(listRequestsOperation, async ({ caller, query }) =>
  ok(await listRequests({ caller, query })),
);
