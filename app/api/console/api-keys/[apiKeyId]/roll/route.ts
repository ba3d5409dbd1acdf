import { rollApiKeyOperation } from "#lib/api-keys/contract.ts";
import { rollApiKey } from "#lib/api-keys/manage.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";

export const POST = endpoint(rollApiKeyOperation, async ({ caller, params, body }) =>
  created(await rollApiKey({ caller, ...params, ...body })),
);
