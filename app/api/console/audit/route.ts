import { listAuditOperation } from "#lib/audit/contract.ts";
import { listAudit } from "#lib/audit/list.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(listAuditOperation, async ({ caller, query }) =>
  ok(await listAudit({ caller, query })),
);
