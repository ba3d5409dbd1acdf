import { listRequestsOperation } from "#lib/contract/requests.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listRequests } from "#lib/services/requests/list-requests.ts";

export const GET = endpoint(listRequestsOperation, async ({ caller, query }) =>
  ok(await listRequests({ caller, query })),
);
