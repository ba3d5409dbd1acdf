import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "#lib/core/errors.ts";
import { openExchange } from "./exchange.ts";
import { readTarget } from "./request-target.ts";
import { respondError } from "./respond.ts";
import { findRoutes, type MatchRoute } from "./routes.ts";

export type ApiListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type RouteOptions = {
  /** Whether to import all routes first, so that no call waits for an import. */
  preload?: boolean;
  /** The files below `app/api` to serve; all routes by default. */
  files?: string;
};

/**
 * Answers `/api/**` with the route handlers of `app/api`, without Next's pipeline in between, and refuses
 * targets that `readTarget` does not accept.
 */
export async function createApiListener(options: RouteOptions = {}): Promise<ApiListener> {
  const match = await findRoutes(join(import.meta.dirname, "../../app/api"), options);
  const answer = listen((request, arrival) =>
    dispatch(match, request, arrival).catch((error) => refuse(request, arrival, error)),
  );
  return async (request, response) => {
    const target = readTarget(request.url ?? "/");
    request.url = target ?? "/";
    await (target === undefined ? refuseTarget : answer)(request, response);
  };
}

const refuseTarget = listen((request, arrival) => {
  const error = new AppError("invalid_request", {
    message: "The path is ambiguous",
    details: "path: must have no dot segment, no backslash, and no encoded slash",
  });
  return refuse(request, arrival, error);
});

/** Facts that a web `Request` does not have, or only after parsing the whole URL. */
type Arrival = { url: string; socketAddress: string | undefined };

function listen(respond: (request: Request, arrival: Arrival) => Promise<Response>) {
  return getRequestListener(
    (request, { incoming }) =>
      respond(request, {
        url: incoming.url ?? "/",
        socketAddress: incoming.socket?.remoteAddress,
      }),
    // Invalid requests, such as one without a Host header.
    { errorHandler: () => new Response(null, { status: 400, headers: { Connection: "close" } }) },
  );
}

/** Throws `not_found` or `method_not_allowed`. */
async function dispatch(
  match: MatchRoute,
  request: Request,
  { url, socketAddress }: Arrival,
): Promise<Response> {
  const found = match(url.split("?", 1)[0] ?? "/");
  if (!found) throw new AppError("not_found", { message: "No such route" });

  const handlers = await found.load();
  const handler =
    handlers[request.method] ?? (request.method === "HEAD" ? handlers.GET : undefined);
  if (handler) {
    return await handler(request, { params: Promise.resolve(found.params), socketAddress });
  }

  const allowed = Object.keys(handlers)
    .flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]))
    .join(", ");
  throw new AppError("method_not_allowed", {
    message: "This route does not support that method",
    details: `allowed: ${allowed}`,
    headers: { Allow: allowed },
  });
}

async function refuse(
  request: Request,
  { socketAddress }: Arrival,
  error: unknown,
): Promise<Response> {
  return await respondError(openExchange(request, "(none)", socketAddress), error);
}
