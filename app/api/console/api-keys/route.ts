import { createApiKeyOperation, listApiKeysOperation } from "#lib/contract/api-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import { createManagedApiKey } from "#lib/services/api-keys/create-api-key.ts";
import { listManagedApiKeys } from "#lib/services/api-keys/list-api-keys.ts";

export const GET = endpoint(listApiKeysOperation, async ({ caller }) =>
  ok({ apiKeys: await listManagedApiKeys({ caller }) }),
);

export const POST = endpoint(createApiKeyOperation, async ({ caller, body }) =>
  created(await createManagedApiKey({ caller, request: body })),
);
