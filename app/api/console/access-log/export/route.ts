import { endpoint } from "#lib/http/endpoint.ts";
import { csvFile } from "#lib/http/reply.ts";
import { exportAccessOperation } from "#lib/receipts/contract-access.ts";
import { exportAccess } from "#lib/receipts/export-access.ts";

export const GET = endpoint(exportAccessOperation, async ({ caller, query }) =>
  csvFile(exportAccess({ caller, filters: query })),
);
