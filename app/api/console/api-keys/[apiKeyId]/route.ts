import { revokeApiKeyOperation } from "#lib/contract/api-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { revokeApiKey } from "#lib/services/api-keys/revoke-api-key.ts";

export const DELETE = endpoint(revokeApiKeyOperation, async ({ caller, params }) =>
  ok(await revokeApiKey({ caller, ...params })),
);
