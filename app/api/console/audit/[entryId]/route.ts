import { getAuditEntryOperation } from "#lib/audit/contract.ts";
import { getAuditEntry } from "#lib/audit/list.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(getAuditEntryOperation, async ({ caller, params }) =>
  ok(await getAuditEntry({ caller, ...params })),
);
