import { endpoint } from "#lib/http/endpoint.ts";
import { csvFile } from "#lib/http/reply.ts";
import { exportRequestsOperation } from "#lib/request-log/contract.ts";
import { exportRequests } from "#lib/request-log/export.ts";

export const GET = endpoint(exportRequestsOperation, async ({ caller, query }) =>
  csvFile(exportRequests({ caller, filters: query })),
);
