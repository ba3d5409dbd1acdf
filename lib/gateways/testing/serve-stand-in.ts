import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Delivered, Reply, StandIn, StandInRequest } from "./stand-in.ts";

export type ServedStandIn = StandIn &
  AsyncDisposable & {
    url: string;
    /** How many connections were opened so far. */
    connections(): number;
  };

/**
 * Serves a provider's API on 127.0.0.1. From another process `GET /_charges` counts, and
 * `POST /_misbehave` with `{ how, path, times }` spoils.
 */
export async function serveStandIn<T extends StandIn>(standIn: T): Promise<T & ServedStandIn> {
  const counters = { connections: 0 };
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    if (request.path === "/_charges") {
      return send(response, { status: 200, body: describeCharges(standIn) });
    }
    if (request.path === "/_misbehave") {
      const { how, ...where } = JSON.parse(request.body);
      standIn.misbehave(how, where);
      return send(response, { status: 204, body: undefined });
    }
    deliver(response, await standIn.receive(request));
  });
  server.on("connection", () => {
    counters.connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return Object.assign(standIn, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => counters.connections,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  });
}

/** Runs a stand-in as a program: prints its address as JSON and serves until it is ended. */
export async function runStandIn(start: () => Promise<ServedStandIn>): Promise<void> {
  const { url } = await start();
  process.stdout.write(`${JSON.stringify({ url, port: Number(new URL(url).port) })}\n`);
}

function deliver(response: ServerResponse, delivered: Delivered): void {
  switch (delivered.how) {
    case "whole":
      send(response, delivered.reply);
      break;
    case "half":
      sendHalf(response, delivered.reply);
      break;
    case "html":
      response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      break;
    case "cut":
      response.destroy();
      break;
    case "silent":
      break;
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function sendHalf(response: ServerResponse, { status, headers, body }: Reply): void {
  const whole = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    ...headers,
    "Content-Length": Buffer.byteLength(whole),
  });
  response.write(whole.slice(0, whole.length / 2), () => response.destroy());
}

async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://stand-in");
  return {
    method: incoming.method ?? "",
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: await text(incoming),
  };
}

function describeCharges({ charges, countCharges }: StandIn): unknown {
  const byPayment: Record<string, number> = {};
  for (const { paymentId, charged } of charges) {
    byPayment[paymentId] = (byPayment[paymentId] ?? 0) + (charged ? 1 : 0);
  }
  return { charges: countCharges(), byPayment };
}
