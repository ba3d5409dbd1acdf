import { config } from "#lib/config.ts";
import { AppError, type ErrorCode, errorStatus } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { Operation } from "#lib/core/operation.ts";
import { log } from "#lib/log/logger.ts";
import { isDatabaseUnavailable } from "#lib/storage/failures.ts";
import type { Exchange } from "./exchange.ts";
import { openExport } from "./expensive-work.ts";
import { logExchange } from "./log-exchange.ts";
import { showAddressAllowance } from "./rate-limit.ts";
import type { Reply, StreamedReply } from "./reply.ts";
import { headersOfData, strictTransportSecurity } from "./security-headers.ts";
import { writeData } from "./write-data.ts";

/** `{ success, data }`, the data cut to the fields of the contract; or a document, chunk by chunk. */
export function respond(
  exchange: Exchange,
  operation: Operation,
  reply: Reply<unknown>,
): Response | Promise<Response> {
  if ("chunks" in reply) return sendChunks(exchange, reply);
  if (reply.status === 303) {
    logExchange(exchange, reply.status);
    const headers = { ...answerHeaders(exchange), ...reply.headers };
    return new Response(null, { status: reply.status, headers });
  }

  const body = operation.response
    ? `{"success":true,"data":${writeData(operation.response, reply.data)}}`
    : JSON.stringify(reply.data);
  const paymentId = paymentIdOf(reply.data);
  if (paymentId === undefined) return sendJson(exchange, reply.status, body, reply.headers);

  // Every answer about a payment names it, so that a client can look it up later.
  exchange.paymentId = paymentId;
  const headers = { "X-Payment-Id": paymentId, ...reply.headers };
  return sendJson(exchange, reply.status, body, headers);
}

/** The last step of every answer, success or failure. */
function sendJson(
  exchange: Exchange,
  status: number,
  body: string,
  headers?: Record<string, string>,
  errorCode?: ErrorCode,
): Response {
  logExchange(exchange, status, errorCode);
  return new Response(body, {
    status,
    headers: { ...answerHeaders(exchange), "Content-Type": "application/json", ...headers },
  });
}

/** Logged at its beginning: the client decides how long it lasts. */
async function sendChunks(
  exchange: Exchange,
  { status, chunks, headers, isExport }: StreamedReply,
): Promise<Response> {
  // HEAD asks for no chunks, so none are produced.
  const isAsked = exchange.request.method !== "HEAD";
  const shared = isAsked && isExport ? await openExport(exchange, chunks) : chunks;
  logExchange(exchange, status);
  const body = isAsked ? toByteStream(exchange, shared) : null;
  return new Response(body, { status, headers: { ...answerHeaders(exchange), ...headers } });
}

function answerHeaders(exchange: Exchange): Record<string, string> {
  return { ...securityHeaders(exchange.request), "Cache-Control": "no-store", ...exchange.headers };
}

/**
 * Answers any thrown value in the error shape. Values other than `AppError` go to the log, not to the caller.
 */
export async function respondError(exchange: Exchange, thrown: unknown): Promise<Response> {
  const error = thrown instanceof AppError ? thrown : hideCause(thrown);
  notePayment(exchange, error);
  if (error.cause) {
    const { requestId: request_id, paymentId: payment_id } = exchange;
    log().error({ request_id, payment_id, err: error.cause }, error.message);
  }
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
  const headers =
    error.code === "unauthorized" ? { ...challenge, ...error.headers } : error.headers;
  return sendJson(exchange, errorStatus[error.code], JSON.stringify(body), headers, error.code);
}

/** Required for every 401 (RFC 9110 section 11.6.1). No registered scheme puts a key into X-API-Key. */
const challenge = { "WWW-Authenticate": 'ApiKey realm="sealslip"' };

function hideCause(cause: unknown): AppError {
  if (!isDatabaseUnavailable(cause)) {
    return new AppError("internal_server_error", { message: "Internal server error", cause });
  }
  return new AppError("service_unavailable", {
    message: "Service temporarily unavailable",
    headers: { "Retry-After": "1" },
    cause,
  });
}

function securityHeaders(request: Request): Record<string, string> {
  if (!isBehindTls(request)) return headersOfData;
  return { ...headersOfData, "Strict-Transport-Security": strictTransportSecurity() };
}

function isBehindTls(request: Request): boolean {
  if (request.url.startsWith("https:")) return true;
  return config().trustedProxies > 0 && request.headers.get("x-forwarded-proto") === "https";
}

/**
 * UTF-8 of the chunks, each produced when it is read, none after the client has gone. A failure closes the
 * connection, since status and headers are already sent, so that no client mistakes a part for the whole.
 */
export function toByteStream(
  exchange: Exchange,
  chunks: AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  const encoded = encode(exchange, chunks);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await encoded.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await encoded.return(undefined);
      },
    },
    // No chunk is produced ahead of the reader.
    { highWaterMark: 0 },
  );
}

async function* encode(
  { requestId }: Exchange,
  chunks: AsyncIterable<string>,
): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  try {
    for await (const chunk of chunks) yield encoder.encode(chunk);
  } catch (err) {
    log().error({ request_id: requestId, err }, "an answer broke off");
    throw new Error("the answer broke off");
  }
}

/** Records which payment a call is about, for the log, if one of its parts names it. */
export function notePayment(exchange: Exchange, ...parts: unknown[]): void {
  for (const part of parts) {
    const id = paymentIdOf(part);
    if (id !== undefined) exchange.paymentId = id;
  }
}

/** Only our own ids: any other text comes from the caller. */
function paymentIdOf(part: unknown): string | undefined {
  const id = typeof part === "object" && part !== null && "paymentId" in part && part.paymentId;
  return typeof id === "string" && isId("payment", id) ? id : undefined;
}
