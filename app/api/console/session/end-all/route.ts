import { endAllSessions } from "#lib/accounts/account.ts";
import { endAllSessionsOperation } from "#lib/accounts/contract.ts";
import { writeSessionCookie } from "#lib/accounts/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(endAllSessionsOperation, async ({ caller }) => {
  await endAllSessions({ caller });
  return { ...ok({ ended: true }), headers: { "Set-Cookie": await writeSessionCookie(undefined) } };
});
