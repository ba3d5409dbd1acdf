import { sendConfirmationOperation } from "#lib/accounts/contract-email.ts";
import { sendConfirmation } from "#lib/accounts/email.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(sendConfirmationOperation, async ({ caller }) => {
  await sendConfirmation({ caller });
  return ok({ sent: true });
});
