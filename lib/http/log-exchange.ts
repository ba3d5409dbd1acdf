import { log } from "#lib/log/logger.ts";
import type { Exchange } from "./exchange.ts";

/** One line a request: its outcome and who asked, nothing of what was sent. */
export function logExchange(exchange: Exchange, status: number, errorCode?: string): void {
  const { caller, request, requestId, route, address, startedAt } = exchange;
  log().info(
    {
      request_id: requestId,
      method: request.method,
      route,
      status,
      error_code: errorCode,
      duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
      organization_id: caller?.organizationId,
      environment: caller?.environment,
      api_key_id: caller?.apiKeyId,
      member_id: caller?.memberId,
      address,
    },
    "request",
  );
}
