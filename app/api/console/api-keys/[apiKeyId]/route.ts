import { revokeApiKeyOperation } from "#lib/api-keys/contract.ts";
import { revokeApiKey } from "#lib/api-keys/manage.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const DELETE = endpoint(revokeApiKeyOperation, async ({ caller, params }) =>
  ok(await revokeApiKey({ caller, ...params })),
);
