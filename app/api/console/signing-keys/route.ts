import { createSigningKeyOperation, listSigningKeysOperation } from "#lib/contract/signing-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import { createSigningKey } from "#lib/services/signing-keys/create-signing-key.ts";
import { listMerchantSigningKeys } from "#lib/services/signing-keys/list-signing-keys.ts";

export const GET = endpoint(listSigningKeysOperation, async ({ caller }) =>
  ok({ signingKeys: await listMerchantSigningKeys({ caller }) }),
);

export const POST = endpoint(createSigningKeyOperation, async ({ caller, body }) =>
  created(await createSigningKey({ caller, request: body })),
);
