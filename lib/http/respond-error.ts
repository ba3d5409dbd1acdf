import { AppError } from "#lib/errors/app-error.ts";
import { errorStatus } from "#lib/errors/error-codes.ts";
import { log } from "#lib/log/logger.ts";
import { isDatabaseAway } from "#lib/storage/database-away.ts";
import type { Exchange } from "./exchange.ts";
import { notePayment } from "./note-payment.ts";
import { showAddressAllowance } from "./rate-limit.ts";
import { sendJson } from "./respond.ts";

/** Whatever was thrown, in the error shape. What is not an `AppError` goes to the log, not out. */
export async function respondError(exchange: Exchange, thrown: unknown): Promise<Response> {
  const error = thrown instanceof AppError ? thrown : hide(thrown);
  if (error.cause) log().error({ request_id: exchange.requestId, err: error.cause }, error.message);
  notePayment(exchange, error);
  if (!exchange.headers["X-RateLimit-Limit"]) await showAddressAllowance(exchange);

  const body = {
    error: {
      code: error.code,
      message: error.message,
      details: error.details,
      timestamp: new Date().toISOString(),
      request_id: exchange.requestId,
    },
  };
  return sendJson(exchange, errorStatus[error.code], body, error.headers, error.code);
}

function hide(cause: unknown): AppError {
  if (!isDatabaseAway(cause)) {
    return new AppError("internal_server_error", { message: "Internal server error", cause });
  }
  return new AppError("service_unavailable", {
    message: "Service temporarily unavailable",
    headers: { "Retry-After": "1" },
    cause,
  });
}
