import { testConnectionOperation } from "#lib/contract/gateways.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { testGatewayConnection } from "#lib/services/gateways/test-connection.ts";

export const POST = endpoint(testConnectionOperation, async ({ caller, params }) =>
  ok(await testGatewayConnection({ caller, ...params })),
);
