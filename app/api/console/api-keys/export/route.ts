import { exportApiKeysOperation } from "#lib/api-keys/contract.ts";
import { exportApiKeys } from "#lib/api-keys/export.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { csvFile } from "#lib/http/reply.ts";

export const GET = endpoint(exportApiKeysOperation, async ({ caller }) =>
  csvFile(exportApiKeys({ caller })),
);
