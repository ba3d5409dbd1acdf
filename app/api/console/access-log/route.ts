import { listAccessOperation } from "#lib/contract/access-log.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listAccess } from "#lib/services/access/list-access.ts";

export const GET = endpoint(listAccessOperation, async ({ caller, query }) =>
  ok(await listAccess({ caller, query })),
);
