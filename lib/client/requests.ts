import type { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type {
  getRequestOperation,
  LoggedRequest,
  listRequestsOperation,
  RequestsPage,
  requestsQuery,
} from "#lib/contract/requests.ts";
import { callApi } from "./call-api.ts";

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
