import { listGrantsOperation } from "#lib/contract/cardholders.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listGrants } from "#lib/services/cardholders/list-grants.ts";

export const GET = endpoint(listGrantsOperation, async ({ caller, params, query }) =>
  ok(await listGrants({ caller, ...params, query })),
);
