import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#lib/core/errors.ts";
import { type Exchange, openExchange, rememberSocketAddress } from "./exchange.ts";
import { requireAllowance, takeFromAddress } from "./rate-limit.ts";
import { requireBodySize } from "./read-body.ts";
import { respondError } from "./respond.ts";

/**
 * Whether a request may go on to Next, which reads whole bodies into memory and answers 500 to those it
 * cannot parse. One that may not is answered here, in the error shape of the API.
 */
export async function admitPageRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const isSignIn = request.url?.startsWith("/api/auth/") === true;
  if (!isSignIn && !hasBody(request)) return true;

  const exchange = openPageExchange(request, isSignIn ? "/api/auth/{action}" : "(page)");
  try {
    if (isSignIn) requireAllowance(await takeFromAddress(exchange));
    if (hasBody(request)) requireReadable(exchange.request.headers, isSignIn);
    return true;
  } catch (error) {
    await send(response, await respondError(exchange, error));
    return false;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Throws `unsupported_media_type`, `invalid_request`, or `payload_too_large`. */
function requireReadable(headers: Headers, isSignIn: boolean): void {
  // A form is never malformed: what cannot be decoded is taken as it is.
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (isSignIn && type !== "application/x-www-form-urlencoded") {
    throw new AppError("unsupported_media_type", {
      message: "The body must be application/x-www-form-urlencoded",
    });
  }
  // The HTTP parser enforces a declared length; without one, nobody would count.
  if (headers.get("content-length") === null) {
    throw new AppError("invalid_request", {
      message: "The length of the body must be declared",
      details: "Content-Length: is missing",
    });
  }
  requireBodySize(headers);
}

function openPageExchange(request: IncomingMessage, route: string): Exchange {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const { method = "GET" } = request;
  // The address is not looked at, and a path that Next is to judge may not be one of a URL.
  const seen = new Request("http://localhost/", { method: methodOf(method), headers });
  rememberSocketAddress(seen, request.socket.remoteAddress);
  return openExchange(seen, route);
}

// The Fetch standard forbids requests with these methods.
function methodOf(method: string): string {
  return ["CONNECT", "TRACE", "TRACK"].includes(method) ? "GET" : method;
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  // What is left of the body is not read.
  const headers = { ...Object.fromEntries(answer.headers), connection: "close" };
  response.writeHead(answer.status, headers).end(await answer.text());
}
