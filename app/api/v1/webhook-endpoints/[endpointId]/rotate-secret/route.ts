import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { rotateSecret } from "#lib/webhooks/change-endpoint.ts";
import { rotateSecretOperation } from "#lib/webhooks/contract-endpoints.ts";

export const POST = endpoint(rotateSecretOperation, async ({ caller, params }) =>
  ok(await rotateSecret({ caller, ...params })),
);
