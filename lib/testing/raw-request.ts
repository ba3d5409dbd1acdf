import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import type { Answer } from "./api-client.ts";
import type { TestService } from "./test-service.ts";

type RawRequest = {
  method?: string;
  /** Path and query, sent as they are. */
  target: string;
  headers?: Record<string, string>;
  /** Sent piece by piece, no faster than the service takes them; only `headers` declare the length. */
  pieces?: Pieces;
};

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * A request that `fetch` would not send. `sentBytes` counts what went out before the answer ended
 * the sending.
 */
export async function sendRaw(
  service: Pick<TestService, "url">,
  { method = "POST", target, headers = {}, pieces = [] }: RawRequest,
): Promise<Answer & { sentBytes: number }> {
  const { hostname, port } = new URL(service.url);
  const outgoing = request({
    hostname,
    port,
    method,
    path: target,
    headers,
    agent: false,
  });
  // The service hangs up on a body that it refused; the answer was there before.
  outgoing.on("error", () => undefined);
  const answered = readAnswer(outgoing);
  const sentBytes = await sendPieces(outgoing, pieces);
  const answer = await answered;
  outgoing.destroy();
  return { ...answer, sentBytes };
}

async function readAnswer(outgoing: ClientRequest): Promise<Answer> {
  const [incoming] = await once(outgoing, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    status: incoming.statusCode,
    headers: new Headers(incoming.headers),
    body: text === "" ? undefined : JSON.parse(text),
  };
}

async function sendPieces(outgoing: ClientRequest, pieces: Pieces): Promise<number> {
  const over = new AbortController();
  for (const event of ["response", "error", "close"]) {
    outgoing.once(event, () => over.abort());
  }
  for await (const piece of pieces) {
    if (over.signal.aborted) break;
    if (outgoing.write(piece)) continue;
    await once(outgoing, "drain", { signal: over.signal }).catch(() => undefined);
  }
  const sent = outgoing.socket?.bytesWritten ?? 0;
  if (!over.signal.aborted) outgoing.end();
  return sent;
}
