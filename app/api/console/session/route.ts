import { getSession } from "#lib/accounts/account.ts";
import { getSessionOperation } from "#lib/accounts/contract.ts";
import { rememberDevice } from "#lib/accounts/known-device.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(getSessionOperation, async ({ caller, headers }) => {
  const session = await getSession({ caller });
  // Every page of a console makes this call first, so it marks the browser as known to the member.
  const cookie = caller && (await rememberDevice(headers.get("cookie"), caller.memberId));
  return { ...ok(session), ...(cookie && { headers: { "Set-Cookie": cookie } }) };
});
