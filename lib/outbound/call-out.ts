import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { isAllowed, type Reach } from "./address.ts";
import type { OutboundAgent } from "./agent.ts";
import { checkedLookup, findAddresses, type Resolve } from "./lookup.ts";
import { OutboundError, type OutboundReason } from "./outbound-error.ts";

export type OutboundCall = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** For all of it: DNS, connection, request, and answer. */
  timeoutMs: number;
  maxAnswerBytes: number;
  reach: Reach;
  /** Without one, the connection is closed after the answer. */
  agent?: OutboundAgent;
};

export type OutboundAnswer = {
  status: number;
  headers: IncomingMessage["headers"];
  /** Cut off at `maxAnswerBytes`, and where the time or the connection ended before it was complete. */
  body: Uint8Array;
  durationMs: number;
};

/**
 * Calls an address that a stranger chose. Follows no redirect, and goes through no proxy: the address that is
 * connected to is one that was checked. A kept connection that its host has just closed is replaced once. Throws
 * an OutboundError if no status arrives in time.
 */
export async function callOut(
  url: string,
  call: OutboundCall,
  resolve?: Resolve,
): Promise<OutboundAnswer> {
  const startedAt = performance.now();
  if (call.agent && call.agent.reach !== call.reach) {
    throw new TypeError("an agent's connections are for calls of its own reach");
  }
  const target = requireCallable(url, call.reach);
  const signal = AbortSignal.timeout(call.timeoutMs);
  const { status, headers, body } = await exchange({ target, call, signal, resolve });
  return { status, headers, body, durationMs: Math.round(performance.now() - startedAt) };
}

/** Whether all addresses of the host of `url` may be called at the moment. Throws an OutboundError if not. */
export async function requireAllowedHost(
  url: string,
  reach: Reach,
  resolve?: Resolve,
): Promise<void> {
  await findAddresses(hostOf(requireCallable(url, reach)), reach, resolve);
}

/** `net.connect` looks no literal address up, so that it is checked here. */
function requireCallable(url: string, reach: Reach): URL {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) {
    throw new OutboundError("address_not_allowed");
  }
  const host = hostOf(target);
  if (isIP(host) && !isAllowed(host, reach)) throw new OutboundError("address_not_allowed");
  return target;
}

/** As URLs normalize it: decimal, octal, and hexadecimal addresses are dotted here. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

type Exchange = {
  target: URL;
  call: OutboundCall;
  signal: AbortSignal;
  resolve: Resolve | undefined;
};

async function exchange({ target, call, signal, resolve }: Exchange) {
  const isSecure = target.protocol === "https:";
  const { method, headers, body, reach, agent, maxAnswerBytes } = call;
  const { promise, resolve: take, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isSecure ? requestHttps : requestHttp)(target, {
    method,
    headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
    agent: (isSecure ? agent?.https : agent?.http) ?? false,
    lookup: checkedLookup(reach, resolve),
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    signal,
  });
  const isInHandshake = watchHandshake(request, isSecure);
  request.on("response", take);
  request.on("error", reject);
  // An answer may end the connection without a status: 101 asks for another protocol.
  request.on("close", () => reject(new OutboundError("connection")));
  request.end(body);

  try {
    const answer = await promise;
    const { statusCode: status = 0, headers } = answer;
    return { status, headers, body: await readUpTo(maxAnswerBytes, answer) };
  } catch (cause) {
    if (signal.aborted) throw new OutboundError("timeout", { cause });
    if (request.reusedSocket && codeOf(cause) === "ECONNRESET") {
      const { agent: _closed, ...fresh } = call;
      return await exchange({ target, call: fresh, signal, resolve });
    }
    if (cause instanceof OutboundError) throw cause;
    throw new OutboundError(isInHandshake() ? "tls" : reasonOf(cause), { cause });
  }
}

/** Whether TLS has begun and is not established. */
function watchHandshake(request: ClientRequest, isSecure: boolean): () => boolean {
  let isInHandshake = false;
  request.on("socket", (socket) => {
    if (!isSecure || request.reusedSocket) return;
    socket.once("connect", () => {
      isInHandshake = true;
    });
    socket.once("secureConnect", () => {
      isInHandshake = false;
    });
  });
  return () => isInHandshake;
}

/** The status counts, however the body ends. */
async function readUpTo(limit: number, answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on("error", () => undefined);
  if (limit === 0) answer.destroy();
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limit) break;
    }
  } catch {
    // The connection or the time ended in the middle of the body.
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, limit));
}

function reasonOf(error: unknown): OutboundReason {
  // TLS 1.3 asks for the certificate of a client after its handshake.
  return codeOf(error).startsWith("ERR_SSL_") ? "tls" : "connection";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
