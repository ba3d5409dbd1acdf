import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** What comes in, and the answer to the request of that number, from 1 on. */
type Behavior = (response: ServerResponse, number: number) => void;

export type OddServer = AsyncDisposable & {
  url: string;
  requests: { path: string; headers: IncomingMessage["headers"]; body: string }[];
};

/** A server that answers as services and proxies do on bad days. */
export async function startOddServer(behave: Behavior): Promise<OddServer> {
  const requests: OddServer["requests"] = [];
  const server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    requests.push({ path, headers, body: await text(request) });
    behave(response, requests.length);
  });
  const { port, [Symbol.asyncDispose]: dispose } = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, requests, [Symbol.asyncDispose]: dispose };
}

export function succeed(response: ServerResponse, data: unknown = {}): void {
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ success: true, data }));
}

/** A failure in the service's shape. */
export function fail(
  response: ServerResponse,
  status: number,
  { code = "internal_server_error", headers = {} } = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  const error = { code, message: "No", details: "", timestamp: "", request_id: "req_1" };
  response.end(JSON.stringify({ error }));
}

export function showPage(response: ServerResponse, status: number, headers = {}): void {
  response.writeHead(status, { "Content-Type": "text/html", ...headers });
  response.end("<h1>Proxy</h1>");
}
