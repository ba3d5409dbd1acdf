import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";

export type RecordedAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * What `listener` answers to a GET that has these headers and nothing else. Rejects if the listener drops
 * the request.
 */
export async function recordAnswer(
  listener: Listener,
  { target, headers }: { target: string; headers: Record<string, string> },
): Promise<RecordedAnswer> {
  const socket = new RecordingSocket();
  const request = new IncomingMessage(socket);
  // HTTP/1.0 has no chunks: the body is all that follows the head.
  Object.assign(request, { method: "GET", url: target, httpVersion: "1.0", httpVersionMajor: 1 });
  request.httpVersionMinor = 0;
  for (const [name, value] of Object.entries(headers)) {
    request.headers[name] = value;
    request.rawHeaders.push(name, value);
  }
  request.push(null);

  const response = new ServerResponse(request);
  response.assignSocket(socket);
  // As the server does for its own connections.
  socket.on("drain", () => response.emit("drain"));
  const ended = new Promise<void>((resolve, reject) => {
    response.once("finish", resolve);
    response.once("close", () => reject(new Error(`no answer to ${target}`)));
  });
  await Promise.all([listener(request, response), ended]);
  const recorded = Buffer.concat(socket.chunks);
  socket.destroy();
  const bodyStart = recorded.indexOf("\r\n\r\n") + 4;
  return {
    status: response.statusCode,
    headers: response.getHeaders(),
    body: recorded.subarray(bodyStart),
  };
}

/** Keeps what is written to it, and is connected to nothing. */
class RecordingSocket extends Socket {
  readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
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
