import { confirmResetOperation } from "#lib/accounts/contract-reset.ts";
import { resetPassword } from "#lib/accounts/reset-password.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(confirmResetOperation, async ({ body }) => {
  await resetPassword(body);
  return ok({ changed: true });
});
