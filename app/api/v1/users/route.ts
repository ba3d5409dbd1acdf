import { listUsersOperation } from "#lib/cardholders/contract.ts";
import { listUsers } from "#lib/cardholders/list.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(listUsersOperation, async ({ caller, query }) =>
  ok(await listUsers({ caller, query })),
);
