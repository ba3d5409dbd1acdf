import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What goes wrong. Except for the last four the request is carried out, only its answer is spoiled. */
const misbehaviors = [
  /** No answer, ever. */
  "silent",
  /** The connection ends without an answer. */
  "cut",
  /** The connection ends within the answer. */
  "half",
  /** 200 with a page of some proxy. */
  "html",
  /** 500, also when the same request is repeated, where the provider remembers that. */
  "lost",
  /** The connection ends without an answer, and the request arrives at `deliverLate`. */
  "late",
  /** 500, also when the same request is repeated, and nothing was done. */
  "stuck",
  /** 500, and nothing was done. */
  "error",
  /** 429, and nothing was done. */
  "rate_limited",
] as const;

export type Misbehavior = (typeof misbehaviors)[number];
export type Reply = { status: number; headers?: Record<string, string>; body: unknown };
export type ChargeRecord = { paymentId: string; charged: boolean };

export type StandInRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
};

/** A request that waits: nothing is done until `carryOut`, and nothing is answered until `answer`. */
type HeldRequest = StandInRequest & { carryOut(): void; answer(): void };

/** What a provider answers in its own words. */
export type Failure = Extract<Misbehavior, "error" | "lost" | "stuck" | "rate_limited">;

/** What one provider does with a request. */
export type ProviderBehavior = {
  handle(request: StandInRequest): Reply;
  /** The provider's own form of a failure; `request` is the one that it remembers, if it does. */
  fail(how: Failure, request?: StandInRequest): Reply;
  /** Every payment that was made, charged or not. */
  charges: readonly ChargeRecord[];
  /** Forgets everything that it was asked for. */
  reset(): void;
  listEvents(): ProviderEvent[];
  refundAtProvider(paymentId: string, amount: number): void;
};

export type StandIn = AsyncDisposable & {
  url: string;
  requests: StandInRequest[];
  /** How many connections were opened so far. */
  connections(): number;
  /** How often money was taken, altogether or for one payment. */
  countCharges(paymentId?: string): number;
  /** Spoils the next `times` requests, or the next ones by `method` or to `path`. */
  misbehave(how: Misbehavior, where?: { method?: string; path?: string; times?: number }): void;
  /** Nothing is spoiled from now on, whatever `misbehave` asked for. */
  behave(): void;
  /** Starts over: nothing was ever asked for, and nothing is spoiled. */
  reset(): void;
  /** Carries out the requests that were on their way until now, or those of them that match. */
  deliverLate(matches?: (request: StandInRequest) => boolean): void;
  /** What the provider would notify a merchant of by now; an event has the same id each time. */
  listEvents(): ProviderEvent[];
  /** The merchant refunds a part of a payment at the provider itself; does nothing where it cannot. */
  refundAtProvider(paymentId: string, amount: number): void;
  /** Holds the next request that matches; fulfilled when it is there. */
  hold(matches: (request: StandInRequest) => boolean): Promise<HeldRequest>;
};

/** An event as it stood when it happened. */
export type ProviderEvent = { id: string; payload: string };

type Hold = {
  matches(request: StandInRequest): boolean;
  resolve(held: HeldRequest): void;
};
type Trap = { how: Misbehavior; where: { method?: string; path?: string }; times: number };

/**
 * Serves a provider's API on 127.0.0.1. From another process `GET /_charges` counts, and
 * `POST /_misbehave` with `{ how, path, times }` spoils.
 */
export async function startStandIn(provider: ProviderBehavior): Promise<StandIn> {
  const requests: StandInRequest[] = [];
  const traps: Trap[] = [];
  const holds = new Set<Hold>();
  const late = new Set<StandInRequest>();
  const counters = { connections: 0 };
  const countCharges = (paymentId?: string) =>
    provider.charges.filter(
      (charge) => charge.charged && (!paymentId || charge.paymentId === paymentId),
    ).length;
  const misbehave: StandIn["misbehave"] = (how, { times = 1, ...where } = {}) => {
    traps.push({ how, where, times });
  };

  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    if (request.path === "/_charges") {
      return send(response, { status: 200, body: describeCharges(provider, countCharges()) });
    }
    if (request.path === "/_misbehave") {
      const { how, ...where } = JSON.parse(request.body);
      misbehave(how, where);
      return send(response, { status: 204, body: undefined });
    }

    requests.push(request);
    const hold = [...holds].find(({ matches }) => matches(request));
    if (hold) {
      holds.delete(hold);
      return hold.resolve(holdRequest(response, provider, request));
    }
    const how = springTrap(traps, request);
    if (how === "late") {
      late.add(request);
      response.destroy();
      return;
    }
    answer(response, provider, request, how);
  });
  server.on("connection", () => {
    counters.connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => counters.connections,
    countCharges,
    misbehave,
    behave: () => {
      traps.length = 0;
    },
    reset: () => {
      traps.length = 0;
      requests.length = 0;
      late.clear();
      provider.reset();
    },
    deliverLate: (matches = () => true) => {
      for (const request of [...late].filter(matches)) {
        late.delete(request);
        provider.handle(request);
      }
    },
    listEvents: () => provider.listEvents(),
    refundAtProvider: (paymentId, amount) => provider.refundAtProvider(paymentId, amount),
    hold: (matches) => new Promise((resolve) => holds.add({ matches, resolve })),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs a stand-in as a program: prints its address as JSON and serves until it is ended. */
export async function serveStandIn(start: () => Promise<StandIn>): Promise<void> {
  const { url } = await start();
  process.stdout.write(`${JSON.stringify({ url, port: Number(new URL(url).port) })}\n`);
}

function holdRequest(
  response: ServerResponse,
  provider: ProviderBehavior,
  request: StandInRequest,
): HeldRequest {
  const done: { reply?: Reply } = {};
  const carryOut = () => {
    done.reply ??= provider.handle(request);
    return done.reply;
  };
  return { ...request, carryOut, answer: () => send(response, carryOut()) };
}

function answer(
  response: ServerResponse,
  provider: ProviderBehavior,
  request: StandInRequest,
  how: Exclude<Misbehavior, "late"> | undefined,
): void {
  if (how === "error" || how === "rate_limited" || how === "stuck") {
    send(response, provider.fail(how, request));
    return;
  }

  const reply = provider.handle(request);
  switch (how) {
    case undefined:
      send(response, reply);
      break;
    case "silent":
      break;
    case "cut":
      response.destroy();
      break;
    case "half":
      sendHalf(response, reply);
      break;
    case "html":
      response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      break;
    case "lost":
      send(response, provider.fail("lost", request));
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

function springTrap(traps: Trap[], { method, path }: StandInRequest): Misbehavior | undefined {
  const trap = traps.find(
    ({ where, times }) =>
      times > 0 && (where.method ?? method) === method && (where.path ?? path) === path,
  );
  if (trap) trap.times -= 1;
  return trap?.how;
}

function describeCharges({ charges }: ProviderBehavior, count: number): unknown {
  const byPayment: Record<string, number> = {};
  for (const { paymentId, charged } of charges) {
    byPayment[paymentId] = (byPayment[paymentId] ?? 0) + (charged ? 1 : 0);
  }
  return { charges: count, byPayment };
}
