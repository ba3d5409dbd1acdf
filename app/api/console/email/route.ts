import { changeEmailOperation } from "#lib/accounts/contract-email.ts";
import { changeEmail } from "#lib/accounts/email.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(changeEmailOperation, async ({ caller, body }) => {
  await changeEmail({ caller, ...body });
  return ok({ sent: true });
});
