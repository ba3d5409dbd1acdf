import { endSessionOperation } from "#lib/accounts/contract-sessions.ts";
import { endSession } from "#lib/accounts/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const DELETE = endpoint(endSessionOperation, async ({ caller, params }) => {
  await endSession({ caller, ...params });
  return ok({ ...params, ended: true });
});
