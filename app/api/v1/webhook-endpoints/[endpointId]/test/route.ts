import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { testEndpointOperation } from "#lib/webhooks/contract-endpoints.ts";
import { testEndpoint } from "#lib/webhooks/resend.ts";

export const POST = endpoint(testEndpointOperation, async ({ caller, params }) =>
  ok(await testEndpoint({ caller, ...params })),
);
