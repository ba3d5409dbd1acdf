import { rollApiKeyOperation } from "#lib/contract/api-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { rollApiKey } from "#lib/services/api-keys/roll-api-key.ts";

export const POST = endpoint(rollApiKeyOperation, async ({ caller, params, body }) =>
  created(await rollApiKey({ caller, ...params, ...body })),
);
