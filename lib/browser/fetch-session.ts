import { ApiError } from "#lib/client/api-error.ts";
import { type Answer, api } from "./api.ts";

export type SignedInSession = NonNullable<Answer<"GET /api/console/session">>;

/** For pages of members. Throws `unauthorized` without a session, as every other call of such a page does. */
export async function fetchSession(signal?: AbortSignal): Promise<SignedInSession> {
  const session = await api("GET /api/console/session", signal ? { signal } : {});
  if (session) return session;
  throw new ApiError({ status: 401, code: "unauthorized", message: "Not signed in" });
}
