import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { AuthOptions } from "next-auth";
import { authOptions } from "#lib/accounts/auth-options.ts";

type Shaped = { query: Record<string, unknown>; cookies: object; body: object };

/** The package's other way in, for Next's older routes: its `app` one works inside of Next alone. */
type Handle = (
  request: IncomingMessage & Shaped,
  response: ServerResponse,
  options: AuthOptions,
) => Promise<void>;

const { default: handle }: { default: Handle } = createRequire(import.meta.url)("next-auth");

export type AuthServer = AsyncDisposable & { url: string };

/** Serves `/api/auth/**` with the options of the service, without Next around it. */
export async function startAuthServer(): Promise<AuthServer> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const path = url.pathname.split("/").slice(3);
    const shaped = Object.assign(request, {
      query: { ...Object.fromEntries(url.searchParams), nextauth: path },
      cookies: readCookies(request.headers.cookie ?? ""),
      body: Object.fromEntries(new URLSearchParams(await text(request))),
    });
    const options = await authOptions(readHeaders(request), path);
    await handle(shaped, shapeResponse(response), options);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.NEXTAUTH_URL = url;
  return {
    url,
    async [Symbol.asyncDispose]() {
      delete process.env.NEXTAUTH_URL;
      server.close();
      server.closeAllConnections();
    },
  };
}

function readHeaders({ headers }: IncomingMessage): Headers {
  const pairs = Object.entries(headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  return new Headers(pairs);
}

function readCookies(header: string): Record<string, string> {
  const pairs = header.split("; ").map((pair) => pair.split(/=(.*)/s, 2));
  return Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value ?? "")]));
}

function shapeResponse(response: ServerResponse): ServerResponse {
  const send = (body: unknown) =>
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  const status = (code: number) => Object.assign(response, { statusCode: code });
  return Object.assign(response, { status, send, json: send });
}
