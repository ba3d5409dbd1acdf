import { config } from "#lib/config.ts";
import type { ErrorCode } from "#lib/core/errors.ts";
import { idTime } from "#lib/core/ids.ts";
import { log } from "#lib/log/logger.ts";
import { listRequestsOperation } from "#lib/request-log/contract.ts";
import { recordRequest } from "#lib/request-log/record.ts";
import type { Exchange } from "./exchange.ts";
import { measureRequest } from "./measure-requests.ts";

/**
 * One line per request, unless there are too many of its kind, and a row in the organization's log: the
 * outcome and the caller, no content of the call.
 */
export function logExchange(exchange: Exchange, status: number, errorCode?: ErrorCode): void {
  const durationMs = Math.round((performance.now() - exchange.startedAt) * 100) / 100;
  if (!exchange.isUnlogged) writeLine(exchange, { status, errorCode, durationMs });
  measureRequest(exchange, status, durationMs);
  recordExchange(exchange, { status, errorCode, durationMs });
}

const probes: ReadonlySet<string> = new Set(["/api/health", "/api/ready", "/api/metrics"]);

type Outcome = { status: number; errorCode: ErrorCode | undefined; durationMs: number };

function writeLine(exchange: Exchange, { status, errorCode, durationMs }: Outcome): void {
  const { caller, request, requestId, route, address } = exchange;
  // Probes arrive every few seconds: only failures are worth a line.
  const level = probes.has(route) && status === 200 ? "debug" : "info";
  log()[level](
    {
      request_id: requestId,
      method: request.method,
      route,
      status,
      error_code: errorCode,
      duration_ms: durationMs,
      organization_id: caller?.organizationId,
      environment: caller?.environment,
      api_key_id: caller?.apiKeyId,
      member_id: caller?.memberId,
      address,
      payment_id: exchange.paymentId,
    },
    "request",
  );
}

/**
 * Records a call in the log that its organization can read. Calls of strangers are in no such log, nor are
 * calls that read the log itself, which a live page makes every few seconds.
 */
function recordExchange(exchange: Exchange, { status, errorCode, durationMs }: Outcome): void {
  const { caller, request, requestId, route, ipAddress } = exchange;
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
    address: ipAddress,
    paymentId: exchange.paymentId ?? null,
  });
}

/** For a member who was refused before the environment was read. */
function namedEnvironment(headers: Headers) {
  const named = headers.get("x-environment");
  return config().environments.find((environment) => environment === named);
}
