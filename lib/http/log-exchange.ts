import type { ErrorCode } from "#lib/errors/error-codes.ts";
import { log } from "#lib/log/logger.ts";
import type { Exchange } from "./exchange.ts";
import { recordExchange } from "./record-exchange.ts";

/**
 * One line a request, and a row in the log of the organization: its outcome and who asked, nothing of
 * what was sent.
 */
export function logExchange(exchange: Exchange, status: number, errorCode?: ErrorCode): void {
  const { caller, request, requestId, route, address, startedAt } = exchange;
  const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
  log().info(
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
    },
    "request",
  );
  recordExchange(exchange, { status, errorCode, durationMs });
}
