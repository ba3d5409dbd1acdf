import { createSigningKeyOperation, listSigningKeysOperation } from "#lib/api-keys/contract.ts";
import { createSigningKey, listSigningKeys } from "#lib/api-keys/signing-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const GET = endpoint(listSigningKeysOperation, async ({ caller }) =>
  ok(await listSigningKeys({ caller })),
);

export const POST = endpoint(createSigningKeyOperation, async ({ caller, body }) =>
  created(await createSigningKey({ caller, request: body })),
);
