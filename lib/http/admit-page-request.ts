import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { AppError } from "#lib/core/errors.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { Places } from "#lib/limits/places.ts";
import { requireAllowance, takeFromAddress, takePageFromAddress } from "./rate-limit.ts";
import { requireBodySize } from "./read-body.ts";
import { openUnrouted, refuseRequest } from "./refuse-request.ts";
import { requireRouterState } from "./require-router-state.ts";

const METHODS = ["GET", "HEAD", "POST"];

/**
 * What Next does at once in a process. A render keeps the process from everything else for some 10 ms, so an
 * address has one at a time; a sign-in waits for hashes and providers. A browser that opens a page right after
 * a start asks for a hundred files at once.
 */
const renders = new Places({ kind: "pages", places: 2, queue: 256 });
const signIns = new Places({ kind: "sign-ins", places: 16, queue: 256 });

type Admission = {
  /** Has Next answer to a request with this body, and returns what sends the answer. */
  render: (body: Buffer, signal: AbortSignal) => Promise<() => void>;
  /** Next asks itself for many files while pages are developed, and reads bodies itself. */
  isLimited: boolean;
};

/**
 * Refuses what Next must not get, waits for a place, and answers with what Next rendered. Next reads whole bodies
 * into memory, answers 500 to those it cannot parse, and treats every method as GET. A refusal has the error shape
 * of the API, or is a small page.
 *
 * A place is taken for the rendering alone: how fast a client sends its body and reads its answer is up to the
 * client.
 */
export async function admitPageRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { render, isLimited }: Admission,
): Promise<void> {
  const isSignIn = request.url?.startsWith("/api/auth/") === true;
  const exchange = openUnrouted(request, isSignIn ? "/api/auth/{action}" : "(page)");
  let isAdmitted = false;
  try {
    requireKnown(request);
    requireRouterState(request.headers);
    if (isSignIn) requireAllowance(await takeFromAddress(exchange));
    else if (isLimited) requireAllowance(await takePageFromAddress(exchange, kindOf(request)));
    if (hasBody(request)) requireReadable(exchange.request.headers, isSignIn);
    const body = isLimited && hasBody(request) ? await buffer(request) : Buffer.alloc(0);
    const gone = untilGone(response);
    const begin = () => {
      isAdmitted = true;
      return render(body, gone);
    };
    const places = isSignIn ? signIns : renders;
    const send = await places.run(addressBlock(exchange.address), begin, gone);
    send();
  } catch (error) {
    if (isAdmitted || response.destroyed) throw error;
    await refuseRequest(request, response, { exchange, error });
  }
}

/** A page needs the files of the build, of which there are as many as pages are allowed. */
function kindOf({ url }: IncomingMessage): "pages" | "files" {
  return url?.startsWith("/_next/static/") ? "files" : "pages";
}

/** Aborted when the client leaves. */
function untilGone(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once("close", () => leaving.abort());
  return leaving.signal;
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
