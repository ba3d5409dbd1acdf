import { removePasskeyOperation, renamePasskeyOperation } from "#lib/accounts/contract-passkeys.ts";
import { removePasskey, renamePasskey } from "#lib/accounts/passkeys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const PUT = endpoint(renamePasskeyOperation, async ({ caller, params, body }) =>
  ok(await renamePasskey({ caller, ...params, ...body })),
);

export const DELETE = endpoint(removePasskeyOperation, async ({ caller, params }) => {
  await removePasskey({ caller, ...params });
  return ok({ ...params, removed: true });
});
