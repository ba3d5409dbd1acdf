import type { IncomingMessage, ServerResponse } from "node:http";
import { type Exchange, openExchange } from "./exchange.ts";
import { respondError } from "./respond.ts";

/**
 * Answers a request that reaches no route, in the error shape of the API; a browser that has to try again later
 * gets a page.
 */
export async function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { exchange = openUnrouted(request, "(page)"), error }: { exchange?: Exchange; error: unknown },
): Promise<void> {
  const answer = await respondError(exchange, error);
  const isPage = [429, 503].includes(answer.status) && acceptsPage(request);
  if (isPage) answer.headers.set("Content-Type", "text/html; charset=utf-8");
  const body = Buffer.from(isPage ? smallPage(answer) : await answer.text());
  // The rest of the body is not read.
  const ending = { connection: "close", "content-length": String(body.length) };
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...ending });
  response.end(body);
}

function acceptsPage({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes("text/html") === true;
}

/** It has no style of its own: the pages' stylesheet would be one more request. */
function smallPage({ status, headers }: Response): string {
  const seconds = headers.get("Retry-After") ?? "1";
  const title = status === 503 ? "The service is busy" : "Too many requests";
  return `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>Try again in ${seconds} seconds. (${status})</p></html>`;
}

/** `route`: its name in the log. */
export function openUnrouted(request: IncomingMessage, route: string): Exchange {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const { method = "GET" } = request;
  // The URL does not matter here, and a path for Next may not be a valid one.
  const seen = new Request("http://localhost/", { method: methodOf(method), headers });
  return openExchange(seen, route, request.socket.remoteAddress);
}

// The Fetch standard forbids requests with these methods.
function methodOf(method: string): string {
  return ["CONNECT", "TRACE", "TRACK"].includes(method) ? "GET" : method;
}
