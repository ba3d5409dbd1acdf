import { exportAuditOperation } from "#lib/audit/contract.ts";
import { exportAudit } from "#lib/audit/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { csvFile } from "#lib/http/reply.ts";

export const GET = endpoint(exportAuditOperation, async ({ caller, query }) =>
  csvFile(exportAudit({ caller, filters: query })),
);
