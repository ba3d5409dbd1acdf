import { listCardholdersOperation } from "#lib/cardholders/contract-console.ts";
import { listCardholders } from "#lib/cardholders/list.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(listCardholdersOperation, async ({ caller, query }) =>
  ok(await listCardholders({ caller, query })),
);
