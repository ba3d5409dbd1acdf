import type { z } from "zod";
import type { Operation } from "#lib/contract/operation.ts";
import type { Exchange } from "./exchange.ts";
import { keepProtoKeys } from "./keep-proto-keys.ts";
import { logExchange } from "./log-exchange.ts";
import type { Reply } from "./reply.ts";
import { securityHeaders } from "./security-headers.ts";

/** `{ success, data }`, the data cut to what the contract shows of it. */
export function respond(exchange: Exchange, operation: Operation, reply: Reply<unknown>): Response {
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
  errorCode?: string,
): Response {
  logExchange(exchange, status, errorCode);
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...securityHeaders(exchange.request),
      ...exchange.headers,
      ...headers,
    },
  });
}

function cut(schema: z.ZodType, resource: unknown): unknown {
  const shown = schema.parse(resource);
  keepProtoKeys(resource, shown);
  return shown;
}
