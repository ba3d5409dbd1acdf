import { exportAuditLinesOperation } from "#lib/audit/contract.ts";
import { exportAuditLines } from "#lib/audit/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { jsonLines } from "#lib/http/reply.ts";

export const GET = endpoint(exportAuditLinesOperation, async ({ caller, query }) =>
  jsonLines(exportAuditLines({ caller, filters: query })),
);
