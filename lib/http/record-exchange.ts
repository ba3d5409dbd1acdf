import { knownAddress } from "#lib/auth/known-address.ts";
import { config } from "#lib/config.ts";
import { listRequestsOperation } from "#lib/contract/requests.ts";
import type { ErrorCode } from "#lib/errors/error-codes.ts";
import { idTime } from "#lib/ids/create-id.ts";
import { recordRequest } from "#lib/log/request-recorder.ts";
import type { Exchange } from "./exchange.ts";

type Outcome = { status: number; errorCode: ErrorCode | undefined; durationMs: number };

/**
 * Puts a call into the log that its organization can read. What nobody known asked for is in no such
 * log, nor is the reading of the log itself, which a page that follows it does every few seconds.
 */
export function recordExchange(
  exchange: Exchange,
  { status, errorCode, durationMs }: Outcome,
): void {
  const { caller, request, requestId, route, address } = exchange;
  const organizationId = caller?.organizationId;
  if (organizationId === undefined || route.startsWith(listRequestsOperation.path)) return;
  const environment = caller?.environment ?? namedEnvironment(request.headers);
  if (environment === undefined) return;

  recordRequest({
    requestId,
    organizationId,
    environment,
    source: route.startsWith("/api/console/") ? "console" : "api",
    at: idTime(requestId),
    method: request.method,
    route,
    status,
    errorCode: errorCode ?? null,
    durationMs,
    apiKeyId: caller?.apiKeyId ?? null,
    memberId: caller?.memberId ?? null,
    address: knownAddress(address),
    paymentId: exchange.paymentId ?? null,
  });
}

/** For a member who was refused before the environment was looked at. */
function namedEnvironment(headers: Headers) {
  const named = headers.get("x-environment");
  return config().environments.find((environment) => environment === named);
}
