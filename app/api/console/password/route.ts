import { changePasswordOperation } from "#lib/accounts/contract.ts";
import { changePassword } from "#lib/accounts/password.ts";
import { writeSessionCookie } from "#lib/accounts/session-cookie.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const PUT = endpoint(changePasswordOperation, async ({ caller, address, body }) => {
  const token = await changePassword({ caller, address, request: body });
  // The calling page stays signed in; all other sessions end.
  return {
    ...ok({ changed: true }),
    headers: { "Set-Cookie": await writeSessionCookie(token) },
  };
});
