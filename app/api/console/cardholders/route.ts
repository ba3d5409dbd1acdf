import { listCardholdersOperation } from "#lib/contract/cardholders.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listCardholders } from "#lib/services/cardholders/list-cardholders.ts";

export const GET = endpoint(listCardholdersOperation, async ({ caller, query }) =>
  ok(await listCardholders({ caller, query })),
);
