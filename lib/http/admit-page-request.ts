import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#lib/core/errors.ts";
import { requireAllowance, takeFromAddress } from "./rate-limit.ts";
import { requireBodySize } from "./read-body.ts";
import { openUnrouted, refuseRequest } from "./refuse-request.ts";

const METHODS = ["GET", "HEAD", "POST"];

/**
 * Whether Next may get a request. Next reads whole bodies into memory, answers 500 to those it cannot parse,
 * and treats every method as GET. A refused request is answered here, in the error shape of the API.
 */
export async function admitPageRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const isSignIn = request.url?.startsWith("/api/auth/") === true;
  const isKnown = METHODS.includes(request.method ?? "") && !isImageService(request);
  if (isKnown && !isSignIn && !hasBody(request)) return true;

  const exchange = openUnrouted(request, isSignIn ? "/api/auth/{action}" : "(page)");
  try {
    requireKnown(request);
    if (isSignIn) requireAllowance(await takeFromAddress(exchange));
    if (hasBody(request)) requireReadable(exchange.request.headers, isSignIn);
    return true;
  } catch (error) {
    await refuseRequest(request, response, { exchange, error });
    return false;
  }
}

/**
 * Next's image service, which no page here uses, and which would call any path of this server, past all
 * limits.
 */
function isImageService({ url = "" }: IncomingMessage): boolean {
  return /^\/+_next\/+image(?:[/?]|$)/.test(url);
}

/** Throws `not_found` or `method_not_allowed`. */
function requireKnown(request: IncomingMessage): void {
  if (isImageService(request)) throw new AppError("not_found", { message: "No such page" });
  if (METHODS.includes(request.method ?? "")) return;
  const allowed = METHODS.join(", ");
  throw new AppError("method_not_allowed", {
    message: "Pages do not support that method",
    details: `allowed: ${allowed}`,
    headers: { Allow: allowed },
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Throws `unsupported_media_type`, `invalid_request`, or `payload_too_large`. */
function requireReadable(headers: Headers, isSignIn: boolean): void {
  // A form is never malformed: bytes that cannot be decoded are kept as they are.
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (isSignIn && type !== "application/x-www-form-urlencoded") {
    throw new AppError("unsupported_media_type", {
      message: "The body must be application/x-www-form-urlencoded",
    });
  }
  // The HTTP parser enforces a declared length; without one, no part of the server would count.
  if (headers.get("content-length") === null) {
    throw new AppError("invalid_request", {
      message: "The length of the body must be declared",
      details: "Content-Length: is missing",
    });
  }
  requireBodySize(headers);
}
