import type { z } from "zod";
import type { AccessLogPage, accessQuery, listAccessOperation } from "#lib/contract/access-log.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { callApi } from "./call-api.ts";

export type AccessLogQuery = z.input<typeof accessQuery>;

export function listAccess(
  { environment, query }: { environment: Environment; query: AccessLogQuery },
  signal: AbortSignal,
): Promise<AccessLogPage> {
  const path = "/api/console/access-log";
  return callApi<typeof listAccessOperation>("GET", path, { environment, query, signal });
}
