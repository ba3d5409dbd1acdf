import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "#lib/core/errors.ts";
import { openExchange, rememberSocketAddress } from "./exchange.ts";
import { respondError } from "./respond.ts";
import { findRoutes, type MatchRoute } from "./routes.ts";

export type ApiListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers `/api/**` with the route handlers of `app/api`, without Next's pipeline in between. */
export async function createApiListener(): Promise<ApiListener> {
  const match = await findRoutes(join(import.meta.dirname, "../../app/api"));
  const listener = getRequestListener(
    (request, { incoming }) => {
      rememberSocketAddress(request, incoming.socket?.remoteAddress);
      return dispatch(match, request, incoming.url ?? "/");
    },
    // A request that is not even a request, such as one without a Host.
    { errorHandler: () => new Response(null, { status: 400, headers: { Connection: "close" } }) },
  );
  return async (request, response) => {
    await listener(request, response);
  };
}

async function dispatch(match: MatchRoute, request: Request, url: string): Promise<Response> {
  const found = match(url.split("?", 1)[0] ?? "/");
  if (!found) return await refuse(request, new AppError("not_found", { message: "No such route" }));

  const { handlers, params } = found;
  const handler =
    handlers[request.method] ?? (request.method === "HEAD" ? handlers.GET : undefined);
  if (handler) return await handler(request, { params: Promise.resolve(params) });

  const allowed = Object.keys(handlers).flatMap((name) =>
    name === "GET" ? ["GET", "HEAD"] : [name],
  );
  return await refuse(
    request,
    new AppError("method_not_allowed", {
      message: "This route does not answer that method",
      details: `allowed: ${allowed.join(", ")}`,
      headers: { Allow: allowed.join(", ") },
    }),
  );
}

async function refuse(request: Request, error: AppError): Promise<Response> {
  return await respondError(openExchange(request, "(none)"), error);
}
