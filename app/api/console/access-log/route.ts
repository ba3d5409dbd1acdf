import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listAccess } from "#lib/receipts/access-log.ts";
import { listAccessOperation } from "#lib/receipts/contract-access.ts";

export const GET = endpoint(listAccessOperation, async ({ caller, query }) =>
  ok(await listAccess({ caller, query })),
);
