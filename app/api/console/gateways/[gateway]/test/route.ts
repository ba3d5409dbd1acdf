import { testConnection } from "#lib/gateways/connections.ts";
import { testConnectionOperation } from "#lib/gateways/contract.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(testConnectionOperation, async ({ caller, params }) =>
  ok(await testConnection({ caller, ...params })),
);
