import type { LoggedRequest } from "#lib/contract/requests.ts";
import type { StoredRequest } from "#lib/storage/request-log.ts";

export function describeRequest(row: StoredRequest): LoggedRequest {
  return { ...row, at: row.at.toISOString() };
}
