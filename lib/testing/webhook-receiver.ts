import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setInterval } from "node:timers";

/** What a receiver does with a request: a status, `hang` for no answer at all, or an odd kind of answer. */
type Behavior =
  | number
  | "hang"
  | "close"
  | "redirect"
  | "endless"
  | "drip"
  | { status: number; body?: string | Uint8Array; delayMs?: number };

/** A request as it came in; `id` is its webhook-id. */
export type Arrival = {
  path: string;
  id: string;
  headers: Record<string, string>;
  body: string;
};

export type WebhookReceiver = AsyncDisposable & {
  url: string;
  /** In the order in which they came. */
  arrivals: Arrival[];
  /** 204 where nothing else is said. Also asked for each request, by its number at the path. */
  behave(path: string, behavior: Behavior | ((number: number) => Behavior)): void;
  at(path: string): Arrival[];
  /** How many requests of a path were open at one time, at most; of all together without one. */
  mostOpen(path?: string): number;
  open(): number;
  /** Answers those that hang. */
  release(status?: number): void;
};

/** An endpoint on this machine, over HTTP. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = [];
  const behaviors = new Map<string, Behavior | ((number: number) => Behavior)>();
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const hanging = new Set<ServerResponse>();
  const count = (path: string, by: number) => {
    for (const key of [path, ""]) {
      const now = (open.get(key) ?? 0) + by;
      open.set(key, now);
      most.set(key, Math.max(most.get(key) ?? 0, now));
    }
  };

  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    count(path, 1);
    response.on("close", () => {
      count(path, -1);
      hanging.delete(response);
    });
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = request.headers as Record<string, string>;
    const number = arrivals.filter((one) => one.path === path).length;
    arrivals.push({ path, id: headers["webhook-id"] ?? "", headers, body });
    const behavior = behaviors.get(path) ?? 204;
    const chosen = typeof behavior === "function" ? behavior(number) : behavior;
    if (chosen === "hang") hanging.add(response);
    else answer(response, chosen);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    behave: (path, behavior) => void behaviors.set(path, behavior),
    at: (path) => arrivals.filter((one) => one.path === path),
    mostOpen: (path = "") => most.get(path) ?? 0,
    open: () => open.get("") ?? 0,
    release(status = 204) {
      for (const response of hanging) answer(response, status);
      hanging.clear();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, behavior: Exclude<Behavior, "hang">): void {
  if (behavior === "close") response.destroy();
  else if (behavior === "endless") writeForever(response, "x".repeat(1_000), 1);
  else if (behavior === "drip") writeForever(response, ".", 500);
  else if (behavior === "redirect") {
    response.writeHead(302, { Location: "/elsewhere" }).end("elsewhere");
  } else if (typeof behavior === "number") response.writeHead(behavior).end();
  else {
    const { status, body, delayMs = 0 } = behavior;
    setTimeout(() => response.writeHead(status).end(body), delayMs);
  }
}

function writeForever(response: ServerResponse, text: string, everyMs: number): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(text), everyMs);
  response.on("close", () => clearInterval(timer));
  response.on("error", () => clearInterval(timer));
}
