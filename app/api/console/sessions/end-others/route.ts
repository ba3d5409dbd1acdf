import { endOtherSessionsOperation } from "#lib/accounts/contract-sessions.ts";
import { endOtherSessions } from "#lib/accounts/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(endOtherSessionsOperation, async ({ caller }) => {
  await endOtherSessions({ caller });
  return ok({ ended: true });
});
