import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  IncomingMessage,
  type OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
import { Socket } from "node:net";

export type RecordedAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

type Asked = { target: string; headers: IncomingHttpHeaders; method?: string; body?: Buffer };

type Limits = {
  /** Ends the recording, such as when the client leaves. */
  signal?: AbortSignal;
  limitMs?: number;
};

/** The longest page takes a tenth of a second, and a sign-in waits for a provider. */
const LIMIT_MS = 30_000;

/** Forty times the largest page. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Headers of the recorded connection. */
const ITS_CONNECTION = ["connection", "content-length", "keep-alive", "transfer-encoding"];

/**
 * What `listener` answers to a request that has this body, these headers, and nothing else. Rejects if the
 * listener drops the request, takes longer than the limit, or writes too much.
 */
export async function recordAnswer(
  listener: Listener,
  asked: Asked,
  { signal, limitMs = LIMIT_MS }: Limits = {},
): Promise<RecordedAnswer> {
  const socket = new RecordingSocket();
  // Those who wait for the end of the recording learn why it ended.
  socket.on("error", () => undefined);
  const request = openRequest(socket, asked);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  // As the server does for its own connections.
  socket.on("drain", () => response.emit("drain"));
  const ended = new Promise<void>((resolve, reject) => {
    response.once("finish", resolve);
    response.once("close", () => reject(new Error(`no answer to ${asked.target}`)));
  });
  const limits = AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]);
  const stopped = new AbortController();
  try {
    const answered = (async () => listener(request, response))();
    const work = Promise.all([answered, ended]);
    await Promise.race([work, rejectOnAbort(limits, stopped.signal)]);
  } finally {
    stopped.abort();
    socket.destroy();
  }
  const recorded = Buffer.concat(socket.chunks);
  const bodyStart = recorded.indexOf("\r\n\r\n") + 4;
  const own = Object.entries(response.getHeaders()).filter(
    ([name]) => !ITS_CONNECTION.includes(name),
  );
  return {
    status: response.statusCode,
    headers: Object.fromEntries(own),
    body: recorded.subarray(bodyStart),
  };
}

async function rejectOnAbort(limits: AbortSignal, stopped: AbortSignal): Promise<void> {
  limits.throwIfAborted();
  await once(limits, "abort", { signal: stopped });
  throw limits.reason;
}

function openRequest(
  socket: Socket,
  { target, headers, method = "GET", body }: Asked,
): IncomingMessage {
  const request = new IncomingMessage(socket);
  // HTTP/1.0 has no chunks: the body is all that follows the head.
  Object.assign(request, { method, url: target, httpVersion: "1.0", httpVersionMajor: 1 });
  request.httpVersionMinor = 0;
  for (const [name, value] of Object.entries(headers)) {
    request.headers[name] = value;
    request.rawHeaders.push(name, String(value));
  }
  request.complete = true;
  if (body?.length) request.push(body);
  request.push(null);
  return request;
}

/** Keeps what is written to it, and is connected to nothing. */
class RecordingSocket extends Socket {
  readonly chunks: Buffer[] = [];
  #length = 0;

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
    this.#length += bytes.length;
    if (this.#length > MAX_BYTES) return void this.destroy();
    this.chunks.push(bytes);
    done();
  }

  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: () => void,
  ): void {
    for (const { chunk, encoding } of chunks) this._write(chunk, encoding, () => undefined);
    done();
  }
}
