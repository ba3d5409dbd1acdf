import { endAllSessionsOperation } from "#lib/accounts/contract-sessions.ts";
import { writeSessionCookie } from "#lib/accounts/session-cookie.ts";
import { endAllSessions } from "#lib/accounts/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(endAllSessionsOperation, async ({ caller }) => {
  await endAllSessions({ caller });
  return { ...ok({ ended: true }), headers: { "Set-Cookie": await writeSessionCookie(undefined) } };
});
