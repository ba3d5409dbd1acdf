import { writeSessionCookie } from "#lib/auth/session.ts";
import { openGuestSessionOperation } from "#lib/contract/wallet.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { openGuestSession } from "#lib/services/wallet/open-guest-session.ts";

export const POST = endpoint(openGuestSessionOperation, async ({ headers }) => {
  const guest = await openGuestSession({ cookies: headers.get("cookie") });
  const cookie = await writeSessionCookie(guest);
  return { ...ok({ visitor: "guest", demo: true }), headers: { "Set-Cookie": cookie } };
});
