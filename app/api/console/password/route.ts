import { writeSessionCookie } from "#lib/auth/session.ts";
import { changePasswordOperation } from "#lib/contract/password.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { changeOwnPassword } from "#lib/services/password/change-password.ts";

export const PUT = endpoint(changePasswordOperation, async ({ caller, address, body }) => {
  const signedIn = await changeOwnPassword({ caller, address, request: body });
  // The page that asked stays signed in; whoever else was is not.
  return {
    ...ok({ changed: true }),
    headers: { "Set-Cookie": await writeSessionCookie(signedIn) },
  };
});
