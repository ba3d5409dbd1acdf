import type { z } from "zod";
import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type {
  getRequestOperation,
  LoggedRequest,
  listRequestsOperation,
  RequestsPage,
  requestsQuery,
} from "#lib/request-log/contract.ts";

type Query = z.input<typeof requestsQuery>;

export function listRequests(
  environment: Environment,
  query: Query,
  signal: AbortSignal,
): Promise<RequestsPage> {
  const path = "/api/console/requests";
  return callApi<typeof listRequestsOperation>("GET", path, { environment, query, signal });
}

export function getRequest(
  { environment, requestId }: { environment: Environment; requestId: string },
  signal: AbortSignal,
): Promise<LoggedRequest> {
  const path = "/api/console/requests/{requestId}";
  const params = { requestId };
  return callApi<typeof getRequestOperation>("GET", path, { environment, params, signal });
}
