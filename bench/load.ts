import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";

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
  body: () => unknown;
  connections: number;
  seconds: number;
};

/**
 * Posts bodies over a fixed number of connections, each with one request at a time, for a time. It
 * shares the machine with the server, so it does no more than that: a socket and a look at the answer.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies = createHistogram();
  const counts = { requests: 0, refused: 0 };
  const start = performance.now();
  const end = start + options.seconds * 1000;
  const connection = async (url: URL) => {
    const socket = await open(url);
    while (performance.now() < end) {
      const sent = process.hrtime.bigint();
      socket.write(formatRequest(url, options));
      const status = await readStatus(socket);
      latencies.record(process.hrtime.bigint() - sent);
      counts.requests += 1;
      if (status < 200 || status > 299) counts.refused += 1;
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

async function open({ hostname, port }: URL): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  return socket;
}

function formatRequest(url: URL, { headers, body }: LoadOptions): string {
  const json = JSON.stringify(body());
  const lines = Object.entries({
    ...headers,
    Host: url.host,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(json)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${url.pathname} HTTP/1.1\r\n${lines.join("")}\r\n${json}`;
}

/** Reads one answer to its end, by the Content-Length that every answer here has. */
function readStatus(socket: Socket): Promise<number> {
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
      resolve(Number(text.slice(9, 12)));
    };
    const fail = () => reject(new Error("the server closed the connection"));
    socket.on("data", read);
    socket.on("close", fail);
  });
}
