import { retireSigningKeyOperation } from "#lib/api-keys/contract.ts";
import { retireSigningKey } from "#lib/api-keys/signing-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const DELETE = endpoint(retireSigningKeyOperation, async ({ caller, params }) =>
  ok(await retireSigningKey({ caller, ...params })),
);
