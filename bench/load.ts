import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";

export type Call = { method: "GET" | "POST"; path: string; body?: unknown };

export type LoadResult = {
  requests: number;
  /** Answers with another status than 2xx. */
  refused: number;
  seconds: number;
  /** Milliseconds */
  percentile(share: number): number;
};

type LoadOptions = {
  /** Each gets the same share of the connections. */
  urls: URL[];
  headers: Record<string, string>;
  /** Returns the next call; undefined if there are no more. */
  next: () => Call | undefined;
  connections: number;
  seconds: number;
  /** Gets the body of each answer. */
  onAnswer?: (body: string) => void;
};

/**
 * Calls over a fixed number of connections, each with one request at a time, for a time. It shares the
 * machine with the server, so it does no more than necessary: a socket and a minimal parser.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies = createHistogram();
  const counts = { requests: 0, refused: 0 };
  const start = performance.now();
  const end = start + options.seconds * 1000;
  const connection = async (url: URL) => {
    const socket = await openSocket(url);
    const head = formatHead(url, options.headers);
    while (performance.now() < end) {
      const call = options.next();
      if (!call) break;
      const sent = process.hrtime.bigint();
      socket.write(formatRequest(call, head));
      const { status, body } = await readAnswer(socket);
      latencies.record(process.hrtime.bigint() - sent);
      counts.requests += 1;
      if (status < 200 || status > 299) counts.refused += 1;
      options.onAnswer?.(body());
    }
    socket.destroy();
  };
  const each = options.connections / options.urls.length;
  await Promise.all(
    options.urls.flatMap((url) => Array.from({ length: each }, () => connection(url))),
  );
  return {
    ...counts,
    seconds: (performance.now() - start) / 1000,
    percentile: (share) => latencies.percentile(share) / 1e6,
  };
}

export async function openSocket({ hostname, port }: URL): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  // The pending call fails with the end of the connection, which follows.
  socket.on("error", () => undefined);
  return socket;
}

/** The lines that all requests of a connection have. */
export function formatHead(url: URL, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, Host: url.host });
  return lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
}

export function formatRequest({ method, path, body }: Call, head: string): string {
  const start = `${method} ${path} HTTP/1.1\r\n${head}`;
  if (body === undefined) return `${start}\r\n`;
  const json = JSON.stringify(body);
  const length = Buffer.byteLength(json);
  return `${start}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${json}`;
}

export type Answer = { status: number; head: string; body(): string };

/** Reads one answer to its end, by the Content-Length that every answer here has. */
export function readAnswer(socket: Socket): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length < headEnd + 4 + length) return;
      socket.off("data", read);
      socket.off("close", fail);
      const body = () => Buffer.from(text.slice(headEnd + 4), "latin1").toString();
      resolve({ status: Number(text.slice(9, 12)), head: text.slice(0, headEnd), body });
    };
    const fail = () => reject(new Error("the server closed the connection"));
    socket.on("data", read);
    socket.on("close", fail);
  });
}
