import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { admitPageRequest } from "#lib/http/admit-page-request.ts";
import { believeProxies } from "#lib/http/exchange.ts";
import { refuseRequest } from "#lib/http/refuse-request.ts";
import { readTarget } from "#lib/http/request-target.ts";
import { strictTransportSecurity } from "#lib/http/security-headers.ts";
import { UNKNOWN_ADDRESS } from "#lib/limits/addresses.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface FrontDoorOptions {
  /** Answers `/api/**`. */
  api: Listener;
  /** Answers everything else: Next. */
  pages: Listener;
  dev: boolean;
  /** Whether a proxy in front says how the visitor connected. */
  behindProxy: boolean;
}

/**
 * Gives each request to the API or to the pages. Both get the path in the one spelling that was read
 * here, and the API refuses what has none: no path leads to the API's routes through Next.
 */
export function createFrontDoor(options: FrontDoorOptions): RequestListener {
  return (request, response) => {
    if (hasManyHosts(request)) return void answer(refuseHosts, request, response);

    const target = readTarget(request.url ?? "/");
    // HTTP/1.0, which some load balancers still speak, has no Host header.
    request.headers.host ??= "localhost";
    if (target === undefined) return void answer(options.api, request, response);

    request.url = target;
    if (isApiPath(target)) return void answer(options.api, request, response);

    void answer(answerPage(options), request, response);
  };
}

/** Of which a proxy may read another one than we do (RFC 9112 section 3.2). */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Names and values by turns.
  for (let position = 0; position < rawHeaders.length; position += 2) {
    if (rawHeaders[position]?.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

const refuseHosts: Listener = (request, response) =>
  refuseRequest(request, response, {
    error: new AppError("invalid_request", {
      message: "The request is not valid HTTP",
      details: "Host: must be there once",
    }),
  });

function answerPage(options: FrontDoorOptions): Listener {
  return async (request, response) => {
    if (!(await admitPageRequest(request, response))) return;

    addPageHeaders(request, response, options);
    await options.pages(request, response);
  };
}

// The sign-in of the consoles is the one part of /api that Next answers.
function isApiPath(target: string): boolean {
  return /^\/+api(?:\/(?!auth\/)|\?|$)/.test(target);
}

function addPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, behindProxy }: FrontDoorOptions,
): void {
  const nonce = randomBytes(18).toString("base64");
  const tls = behindProxy && request.headers["x-forwarded-proto"] === "https";
  const headers = pageHeaders({ nonce, dev, tls });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);

  request.headers[CLIENT_ADDRESS_HEADER] = believeProxies(
    request.socket.remoteAddress ?? UNKNOWN_ADDRESS,
    request.headers["x-forwarded-for"]?.toString() ?? null,
  );
  // Next reads the nonce for its scripts from here; a visitor's own headers of these names must not count.
  delete request.headers["content-security-policy-report-only"];
  request.headers["content-security-policy"] = headers["content-security-policy"];
}

async function answer(listener: Listener, request: IncomingMessage, response: ServerResponse) {
  try {
    await listener(request, response);
  } catch {
    // Both listeners answer their own failures; for what still gets here, there is no answer left.
    response.destroy();
  }
}

export type PageHeadersInput = {
  /** Fresh for every response: base64 or base64url of at least 128 random bits. */
  nonce: string;
  /** The development server evaluates code, injects styles and keeps a web socket. */
  dev: boolean;
  /** Whether the visitor came over TLS, possibly ended by a proxy in front. */
  tls: boolean;
};

/**
 * The stylesheet that sonner adds to the page without a nonce: once while it is still empty, once with
 * its text. A test compares the digests with the package.
 */
const TOAST_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
].join(" ");

/**
 * The headers of every page, by lower-case name. Next reads the nonce for its own scripts from the
 * policy in the request, so the policy belongs there as well. Throws a RangeError for a nonce that
 * is too short or could break out of the header.
 */
export function pageHeaders({ nonce, dev, tls }: PageHeadersInput): Record<string, string> {
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(nonce)) {
    throw new RangeError("The nonce must be base64 of at least 128 bits.");
  }

  const headers: Record<string, string> = {
    "content-security-policy": writePolicy({ nonce, dev, tls }),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
  if (tls) headers["strict-transport-security"] = strictTransportSecurity();
  return headers;
}

function writePolicy({ nonce, dev, tls }: PageHeadersInput): string {
  // A nonce would switch 'unsafe-inline' off (CSP level 3, section 6.7.3.2).
  const styles = dev ? "'unsafe-inline'" : `'nonce-${nonce}' ${TOAST_STYLES}`;
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${styles}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws: wss:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  if (tls) directives.push("upgrade-insecure-requests");
  return directives.join("; ");
}
