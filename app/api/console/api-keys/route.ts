import { createApiKeyOperation, listApiKeysOperation } from "#lib/api-keys/contract.ts";
import { createApiKey } from "#lib/api-keys/create.ts";
import { listApiKeys } from "#lib/api-keys/manage.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const GET = endpoint(listApiKeysOperation, async ({ caller }) =>
  ok({ apiKeys: await listApiKeys({ caller }) }),
);

export const POST = endpoint(createApiKeyOperation, async ({ caller, body }) =>
  created(await createApiKey({ caller, request: body })),
);
