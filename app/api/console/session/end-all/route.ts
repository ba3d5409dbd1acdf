import { writeSessionCookie } from "#lib/auth/session.ts";
import { endAllSessionsOperation } from "#lib/contract/session.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { endAllSessions } from "#lib/services/session/end-all-sessions.ts";

export const POST = endpoint(endAllSessionsOperation, async ({ caller }) => {
  await endAllSessions({ caller });
  return { ...ok({ ended: true }), headers: { "Set-Cookie": await writeSessionCookie(undefined) } };
});
