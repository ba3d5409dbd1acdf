import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { admitPageRequest } from "#lib/http/admit-page-request.ts";
import { believeProxies } from "#lib/http/exchange.ts";
import { refuseRequest } from "#lib/http/refuse-request.ts";
import { readTarget } from "#lib/http/request-target.ts";
import { PAGE_LANGUAGE_HEADER } from "#lib/languages/language.ts";
import { UNKNOWN_ADDRESS } from "#lib/limits/addresses.ts";
import { pageHeaders } from "./page-headers.ts";
import { findPageLanguage } from "./page-language.ts";
import { createPageStore, type StoredAnswer } from "./page-store.ts";
import { recordAnswer } from "./record-answer.ts";
import { sendRendered } from "./send-rendered.ts";
import { sendStored } from "./send-stored.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface FrontDoorOptions {
  /** Answers `/api/**`. */
  api: Listener;
  /** Answers everything else: Next. */
  pages: Listener;
  dev: boolean;
  /** Whether a proxy in front says how the visitor connected. */
  behindProxy: boolean;
  /** Paths of the files in `public`. */
  publicFiles?: ReadonlySet<string>;
  /** How long a client may leave its answer unread. */
  unreadMs?: number;
  /** How long a rendering may take. */
  limitMs?: number;
}

const UNREAD_MS = 60_000;

/**
 * Gives each request to the API or to the pages. Both get the path in the one spelling that was read
 * here, and the API refuses what has none: no path leads to the API's routes through Next.
 */
export function createFrontDoor(options: FrontDoorOptions): RequestListener {
  const pages = answerPages(options);
  return (request, response) => {
    if (hasManyHosts(request)) return void answer(refuseHosts, request, response);

    const target = readTarget(request.url ?? "/");
    // HTTP/1.0, which some load balancers still speak, has no Host header.
    request.headers.host ??= "localhost";
    if (target === undefined) return void answer(options.api, request, response);

    request.url = target;
    if (isApiPath(target)) return void answer(options.api, request, response);

    void answer(pages, request, response);
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

function answerPages(options: FrontDoorOptions): Listener {
  const { dev, unreadMs = UNREAD_MS, publicFiles, limitMs } = options;
  // Pages change while they are developed.
  const store = dev ? undefined : createPageStore(options.pages, { publicFiles, limitMs });
  return async (request, response) => {
    // Of a connection on which nothing moves. It has no listener, so the server closes the connection.
    if (!dev) response.setTimeout(unreadMs);
    const send = (stored: StoredAnswer) =>
      sendStored(request, response, { stored, nonce: addPageHeaders(request, response, options) });
    const stored = store?.find(request);
    if (stored) return send(stored);

    const render = async (body: Buffer, signal: AbortSignal) => {
      const rendered = await store?.render(request);
      if (rendered) return () => send(rendered);

      addPageHeaders(request, response, options);
      if (dev) {
        await options.pages(request, response);
        return () => undefined;
      }
      const { method = "GET", url: target = "/", headers } = request;
      const limits = limitMs === undefined ? { signal } : { signal, limitMs };
      const own = await recordAnswer(options.pages, { method, target, headers, body }, limits);
      return () => sendRendered(response, own);
    };
    await admitPageRequest(request, response, { render, isLimited: !dev });
  };
}

// The sign-in of the consoles is the one part of /api that Next answers.
function isApiPath(target: string): boolean {
  return /^\/+api(?:\/(?!auth\/)|\?|$)/.test(target);
}

/** Returns the nonce. */
function addPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, behindProxy }: FrontDoorOptions,
): string {
  const nonce = randomBytes(18).toString("base64");
  const tls = behindProxy && request.headers["x-forwarded-proto"] === "https";
  const headers = pageHeaders({ nonce, dev, tls, target: request.url ?? "/" });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);

  request.headers[CLIENT_ADDRESS_HEADER] = believeProxies(
    request.socket.remoteAddress ?? UNKNOWN_ADDRESS,
    request.headers["x-forwarded-for"]?.toString() ?? null,
  );
  // Next reads the nonce for its scripts from here; a visitor's own headers of these names must not count.
  delete request.headers["content-security-policy-report-only"];
  request.headers["content-security-policy"] = headers["content-security-policy"];
  request.headers[PAGE_LANGUAGE_HEADER] = findPageLanguage(request.url ?? "/", request.headers);
  return nonce;
}

async function answer(listener: Listener, request: IncomingMessage, response: ServerResponse) {
  try {
    await listener(request, response);
  } catch {
    // Both listeners answer their own failures; for what still gets here, there is no answer left.
    response.destroy();
  }
}
