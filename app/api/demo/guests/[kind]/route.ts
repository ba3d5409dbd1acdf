import { AppError } from "#lib/core/errors.ts";
import { enterAsGuest } from "#lib/demo/enter-as-guest.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok, seeOther } from "#lib/http/reply.ts";
import { enterAsGuestOperation } from "#lib/visits/contract-guests.ts";

export const POST = endpoint(enterAsGuestOperation, async ({ params, headers, address }) => {
  const [userAgent, cookies] = [headers.get("user-agent"), headers.get("cookie")];
  // Of a form, whose answer is the next page.
  const isForm = headers.get("accept")?.includes("text/html") ?? false;
  try {
    const visitor = { address, userAgent, cookies };
    const { location, cookie } = await enterAsGuest(params.kind, visitor);
    const set = { "Set-Cookie": cookie };
    return isForm ? seeOther(location, set) : { ...ok({ location }), headers: set };
  } catch (error) {
    const isBusy = error instanceof AppError && error.code === "rate_limit_exceeded";
    if (isForm && isBusy) return seeOther("/demo?consoles=busy");
    throw error;
  }
});
