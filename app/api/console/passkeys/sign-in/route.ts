import {
  beginPasskeySignInOperation,
  signInByPasskeyOperation,
} from "#lib/accounts/contract-passkeys.ts";
import { beginPasskeySignIn, signInByPasskey } from "#lib/accounts/passkey-sign-in.ts";
import { writeSessionCookie } from "#lib/accounts/session-cookie.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(beginPasskeySignInOperation, async () =>
  ok(await beginPasskeySignIn()),
);

export const PUT = endpoint(signInByPasskeyOperation, async ({ body, address, headers }) => {
  const userAgent = headers.get("user-agent");
  const visitor = { address, userAgent, cookies: headers.get("cookie") };
  const token = await signInByPasskey({ visitor, ...body });
  return {
    ...ok({ signedIn: true }),
    headers: { "Set-Cookie": await writeSessionCookie(token) },
  };
});
