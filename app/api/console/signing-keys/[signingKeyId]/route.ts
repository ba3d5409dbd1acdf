import { removeSigningKeyOperation } from "#lib/api-keys/contract.ts";
import { removeSigningKey } from "#lib/api-keys/signing-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const DELETE = endpoint(removeSigningKeyOperation, async ({ caller, params }) => {
  await removeSigningKey({ caller, ...params });
  return ok({ ...params, removed: true });
});
