import type { z } from "zod";
import type { Operation } from "#lib/contract/operation.ts";
import type { ErrorCode } from "#lib/errors/error-codes.ts";
import type { Exchange } from "./exchange.ts";
import { keepProtoKeys } from "./keep-proto-keys.ts";
import { logExchange } from "./log-exchange.ts";
import type { Reply, StreamedReply } from "./reply.ts";
import { securityHeaders } from "./security-headers.ts";
import { toByteStream } from "./to-byte-stream.ts";

/** `{ success, data }`, the data cut to what the contract shows of it; or a document as it is made. */
export function respond(exchange: Exchange, operation: Operation, reply: Reply<unknown>): Response {
  if ("chunks" in reply) return sendChunks(exchange, reply);

  const body = operation.response
    ? { success: true, data: cut(operation.response, reply.data) }
    : reply.data;
  return sendJson(exchange, reply.status, body, reply.headers);
}

/** The last step of every answer, success or failure. */
export function sendJson(
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  errorCode?: ErrorCode,
): Response {
  logExchange(exchange, status, errorCode);
  const type = { "Content-Type": "application/json" };
  return new Response(JSON.stringify(body), {
    status,
    headers: answerHeaders(exchange, { ...type, ...headers }),
  });
}

/** Logged as it begins: how long it lasts is up to the client. */
function sendChunks(exchange: Exchange, { status, chunks, headers }: StreamedReply): Response {
  logExchange(exchange, status);
  // What nobody asked to see is not made either.
  const body = exchange.request.method === "HEAD" ? null : toByteStream(exchange, chunks);
  return new Response(body, { status, headers: answerHeaders(exchange, headers) });
}

function answerHeaders(
  exchange: Exchange,
  headers: Record<string, string>,
): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    ...securityHeaders(exchange.request),
    ...exchange.headers,
    ...headers,
  };
}

function cut(schema: z.ZodType, resource: unknown): unknown {
  const shown = schema.parse(resource);
  keepProtoKeys(resource, shown);
  return shown;
}
