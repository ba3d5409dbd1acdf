import { exportCardholdersOperation } from "#lib/cardholders/contract-console.ts";
import { exportCardholders } from "#lib/cardholders/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { csvFile } from "#lib/http/reply.ts";

export const GET = endpoint(exportCardholdersOperation, async ({ caller, query }) =>
  csvFile(exportCardholders({ caller, filters: query })),
);
