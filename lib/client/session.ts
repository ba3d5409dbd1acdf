import type { getSessionOperation, SessionResource } from "#lib/contract/session.ts";
import { callApi } from "./call-api.ts";

export function getSession(signal?: AbortSignal): Promise<SessionResource> {
  const options = signal ? { signal } : {};
  return callApi<typeof getSessionOperation>("GET", "/api/console/session", options);
}
