import { setTimeout as sleep } from "node:timers/promises";
import type { Delivered, StandIn, StandInRequest } from "#lib/gateways/testing/stand-in.ts";

/** Long enough for a few statements of somebody else to come in between. */
const MAX_LATENCY_MS = 3;

/**
 * From here on what this thread sends to one of these addresses reaches its stand-in without a network:
 * sockets would cost more than all that the model does with them.
 */
export function reachInProcess(standIns: ReadonlyMap<string, StandIn>): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const standIn = standIns.get(url.origin);
    if (!standIn) return await send(input, init);

    const request = readRequest(url, init);
    await travel();
    const arrive = respond(await standIn.receive(request), init.signal);
    await travel();
    return await arrive();
  };
}

function readRequest({ pathname, searchParams }: URL, init: RequestInit): StandInRequest {
  return {
    method: init.method ?? "GET",
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === "string" ? init.body : "",
  };
}

async function travel(): Promise<void> {
  const latency = Math.floor(Math.random() * MAX_LATENCY_MS);
  if (latency > 0) await sleep(latency);
}

/** The answer as it was given, for what a reply describes goes on; once it arrives, as `fetch` has it. */
function respond(
  delivered: Delivered,
  signal: AbortSignal | null | undefined,
): () => Promise<Response> {
  switch (delivered.how) {
    case "whole": {
      const { status, headers, body } = delivered.reply;
      const text = JSON.stringify(body);
      return async () => new Response(text, { status, headers: { ...JSON_TYPE, ...headers } });
    }
    case "half": {
      const text = JSON.stringify(delivered.reply.body);
      return async () =>
        new Response(breakOff(text.slice(0, text.length / 2)), { headers: JSON_TYPE });
    }
    case "html":
      return async () => new Response("<h1>502 Bad Gateway</h1>");
    case "cut":
      return () => Promise.reject(new TypeError("fetch failed"));
    case "silent":
      return () =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        });
  }
}

const JSON_TYPE = { "Content-Type": "application/json" };

function breakOff(text: string): ReadableStream<Uint8Array> {
  const chunks = [new TextEncoder().encode(text)].values();
  return new ReadableStream({
    pull(controller) {
      const { value } = chunks.next();
      if (value) controller.enqueue(value);
      else controller.error(new TypeError("terminated"));
    },
  });
}
