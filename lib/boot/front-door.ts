import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { CLIENT_ADDRESS_HEADER } from "#lib/auth/client-address-header.ts";
import { believeProxies } from "#lib/http/client-address.ts";
import { pageHeaders } from "#lib/page-headers.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface FrontDoorOptions {
  /** Answers `/api/**`. */
  api: Listener;
  /** Answers the rest: Next. */
  pages: Listener;
  dev: boolean;
  /** Whether a proxy in front says how the visitor came. */
  behindProxy: boolean;
}

/** Gives each request to the API or to the pages. */
export function createFrontDoor(options: FrontDoorOptions): RequestListener {
  return (request, response) => {
    const url = toPath(request.url ?? "/");
    request.url = url;
    // HTTP/1.0, as some load balancers still ask with, knows no Host.
    request.headers.host ??= "localhost";
    if (isApiPath(url)) return void answer(options.api, request, response);

    addPageHeaders(request, response, options);
    void answer(options.pages, request, response);
  };
}

// Proxies may ask with a whole address instead of a path (RFC 9112 section 3.2.2).
function toPath(url: string): string {
  if (url.startsWith("/") || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

// The sign-in of the consoles is the one part of /api that Next answers.
function isApiPath(url: string): boolean {
  const path = decode(url.split("?", 1)[0] ?? "/").replace(/^\/+/, "/");
  return path === "/api" || (path.startsWith("/api/") && !path.startsWith("/api/auth/"));
}

// Next decodes paths, so an encoded letter must not lead around the API's own door.
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
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
    request.socket.remoteAddress ?? "unknown",
    request.headers["x-forwarded-for"]?.toString() ?? null,
  );
  // Next takes the nonce for its scripts from here; what a visitor sends under these names must not count.
  delete request.headers["content-security-policy-report-only"];
  request.headers["content-security-policy"] = headers["content-security-policy"];
}

async function answer(listener: Listener, request: IncomingMessage, response: ServerResponse) {
  try {
    await listener(request, response);
  } catch {
    // Both listeners answer their failures themselves; what still comes here has no answer left.
    response.destroy();
  }
}
