import type { z } from "zod";
import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { accessQuery, listAccessOperation } from "#lib/receipts/contract-access.ts";

export type AccessLogQuery = z.input<typeof accessQuery>;

export function listAccess(
  { environment, query }: { environment: Environment; query: AccessLogQuery },
  signal: AbortSignal,
): Promise<z.input<(typeof listAccessOperation)["response"]>> {
  const path = "/api/console/access-log";
  return callApi<typeof listAccessOperation>("GET", path, { environment, query, signal });
}
