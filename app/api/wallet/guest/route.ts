import { openGuestSessionOperation } from "#lib/accounts/contract-wallet.ts";
import { openGuestSession } from "#lib/accounts/demo.ts";
import { writeSessionCookie } from "#lib/accounts/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(openGuestSessionOperation, async ({ headers }) => {
  const guest = await openGuestSession({ cookies: headers.get("cookie") });
  const cookie = await writeSessionCookie(guest);
  return { ...ok({ visitor: "guest", demo: true }), headers: { "Set-Cookie": cookie } };
});
