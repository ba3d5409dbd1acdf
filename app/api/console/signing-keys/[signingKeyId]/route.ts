import { removeSigningKeyOperation } from "#lib/contract/signing-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { removeMerchantSigningKey } from "#lib/services/signing-keys/remove-signing-key.ts";

export const DELETE = endpoint(removeSigningKeyOperation, async ({ caller, params }) => {
  await removeMerchantSigningKey({ caller, ...params });
  return ok({ ...params, removed: true });
});
