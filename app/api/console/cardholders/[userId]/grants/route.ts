import { listGrantsOperation } from "#lib/cardholders/contract-console.ts";
import { listGrants } from "#lib/cardholders/get.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(listGrantsOperation, async ({ caller, params, query }) =>
  ok(await listGrants({ caller, ...params, query })),
);
