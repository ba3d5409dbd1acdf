import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import { createId } from "#lib/core/ids.ts";
import { measureLoad } from "#lib/http/measure-requests.ts";
import { headersOfData } from "#lib/http/security-headers.ts";
import { isCounting } from "#lib/metrics/instruments.ts";
import { type Endpoint, portError } from "./claim-port.ts";

const SWEEP_MS = 50;

/** The last answer of each open connection, which may be in progress. */
const lastAnswers = new WeakMap<Server, Map<Socket, ServerResponse>>();

/**
 * A server with limits for a place behind a load balancer. It speaks nothing but HTTP, except for the
 * hot reload of pages in development.
 */
export function createHttpServer({ dev = false } = {}): Server {
  const server = createServer({
    // Next would keep a connection open that asks for another protocol, and never answer it.
    shouldUpgradeCallback: ({ url }) => dev && url?.startsWith("/_next/hmr") === true,
    // The whole request must have arrived by then; the answer may take longer.
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    // Longer than the 60 s after which common load balancers drop an idle connection: the side that
    // sends requests has to close first.
    keepAliveTimeout: 75_000,
  });
  // A client that does not read its answer would keep that in memory, and its place among those of an export.
  server.timeout = 120_000;
  if (isCounting()) measureLoad(server);
  const answers = new Map<Socket, ServerResponse>();
  lastAnswers.set(server, answers);
  server.on("connection", (socket) => socket.once("close", () => answers.delete(socket)));
  server.on("request", ({ socket }, response) => answers.set(socket, response));
  server.on("clientError", answerMalformedRequest);
  // Node would refuse an unknown Expect header with an empty 417; the request is fine without it.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}

/** Begins to accept connections. Throws StartError where the port cannot be had. */
export async function listen(server: Server, { port, host }: Endpoint): Promise<void> {
  server.listen({ port, ...(host === undefined ? {} : { host }) });
  try {
    await once(server, "listening");
  } catch (error) {
    throw portError(
      { port, host },
      error instanceof Error && "code" in error ? String(error.code) : "",
    );
  }
}

/**
 * Accepts nothing more and waits for the answers in progress, but no longer than the deadline. Each answer
 * tells its client to send nothing more here; an idle connection may bring one more request within `idleMs`,
 * since a client may be about to use it.
 */
export async function drain(
  server: Server,
  deadlineMs: number,
  { idleMs = 0 } = {},
): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  const endConnection = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  // Those in progress, too: where one takes long, its connection would be idle and closed right after it, just as
  // its client uses it again.
  lastAnswers.get(server)?.forEach(endConnection);
  server.prependListener("request", (_request, response) => endConnection(response));
  // That of TCP: the one of HTTP closes idle connections at once.
  TcpServer.prototype.close.call(server);
  const closesIdleAt = performance.now() + idleMs;
  const closeIdle = () => {
    if (performance.now() >= closesIdleAt) server.closeIdleConnections();
  };
  closeIdle();
  // A keep-alive connection stays open after its last answer, so idle ones are closed repeatedly.
  const sweep = setInterval(closeIdle, SWEEP_MS);
  const late = Promise.withResolvers<void>();
  const deadline = setTimeout(late.resolve, deadlineMs);

  await Promise.race([closed, late.promise]);
  clearInterval(sweep);
  clearTimeout(deadline);
  server.closeAllConnections();
}

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers what the HTTP parser refuses, in the error shape of the API, and closes the connection. */
function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();

  const requestId = createId("request");
  const body = JSON.stringify({
    error: {
      code: "invalid_request",
      message: "The request is not valid HTTP",
      details: "",
      timestamp: new Date().toISOString(),
      request_id: requestId,
    },
  });
  const head = [
    `HTTP/1.1 ${statuses[error.code ?? ""] ?? "400 Bad Request"}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    ...Object.entries(headersOfData).map((header) => header.join(": ")),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
