import { requestResetOperation } from "#lib/accounts/contract-reset.ts";
import { requestPasswordReset } from "#lib/accounts/reset-password.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(requestResetOperation, async ({ address, body }) => {
  await requestPasswordReset({ address, ...body });
  return ok({ sent: true });
});
