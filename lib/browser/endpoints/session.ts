import type { getSessionOperation, SessionResource } from "#lib/accounts/contract.ts";
import { callApi } from "#lib/browser/api.ts";

export function getSession(signal?: AbortSignal): Promise<SessionResource> {
  const options = signal ? { signal } : {};
  return callApi<typeof getSessionOperation>("GET", "/api/console/session", options);
}
