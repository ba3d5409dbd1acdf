import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { BODY_LIMIT, MAX_DEPTH } from "#lib/core/body-limits.ts";
import { AppError } from "#lib/core/errors.ts";
import { formatPath } from "#lib/core/format-path.ts";
import { scanJson } from "#lib/core/scan-json.ts";
import { decodeBody } from "#lib/core/sent-body.ts";
import { Places } from "#lib/limits/places.ts";
import type { Exchange } from "./exchange.ts";
import { invalidInput } from "./parse.ts";

type Sender = Pick<Exchange, "request" | "holder">;

/**
 * The JSON body of a request, read no further than the limit.
 * Throws `unsupported_media_type`, `payload_too_large`, `invalid_request`, or as `Places.run` does for a large one, in
 * this order.
 */
export async function readJsonBody({ request, holder }: Sender): Promise<unknown> {
  requireJson(request.headers);
  const bytes = await readBytes(request);
  try {
    return await parseInTurn(holder, bytes);
  } finally {
    // It may have contained a private key.
    bytes.fill(0);
  }
}

/** The same with the raw bytes, for a body that may be signed. */
export async function readSignedJsonBody({
  request,
  holder,
}: Sender): Promise<{ value: unknown; bytes: Uint8Array }> {
  requireJson(request.headers);
  const bytes = await readBytes(request);
  return { value: await parseInTurn(holder, bytes), bytes };
}

function requireJson(headers: Headers): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const encoding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (type === "application/json" && encoding === "identity") return;

  throw new AppError("unsupported_media_type", {
    message: "The body must be application/json, uncompressed",
  });
}

/** The bytes of the body, read no further than the limit. Throws `payload_too_large`. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  requireBodySize(request.headers);
  const declared = request.headers.get("content-length");
  // The HTTP parser enforces the declared length, so the body can be read in one piece.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  for (const chunk of chunks) chunk.fill(0);
  return bytes;
}

/** Throws `payload_too_large` for a body that is declared to be larger than the limit. */
export function requireBodySize(headers: Headers): void {
  if (Number(headers.get("content-length") ?? 0) > BODY_LIMIT) throw tooLarge();
}

function tooLarge(): AppError {
  return new AppError("payload_too_large", {
    message: "The body is too large",
    details: `at most ${BODY_LIMIT / 1024} KiB`,
  });
}

/** From here on, parsing keeps the process from everything else for longer than a payment takes. */
const LARGE = 32 * 1024;

/** After a large body, others have three times as long as it took. */
const SHARE_OF_OTHERS = 3;

const largeBodies = new Places({ kind: "large_bodies", places: 1, queue: 256 });

/** Large bodies are parsed one at a time, each in a turn of its own of the event loop, and of its holder. */
async function parseInTurn(holder: string, bytes: Uint8Array): Promise<unknown> {
  if (bytes.length < LARGE) return parseJson(bytes);

  const parsed = Promise.withResolvers<unknown>();
  const parse = async () => {
    await setImmediate();
    const startedAt = performance.now();
    try {
      parsed.resolve(parseJson(bytes));
    } catch (error) {
      parsed.reject(error);
    }
    await delay(SHARE_OF_OTHERS * (performance.now() - startedAt));
  };
  largeBodies.run(holder, parse).catch(parsed.reject);
  return await parsed.promise;
}

/** Refused before it is parsed, so that a body costs no more than its size. */
function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const problem = scanJson(text, MAX_DEPTH);
  if (problem) throw invalidInput(`${formatPath(problem.path)}: ${problem.reason}`);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeBody(bytes);
  } catch {
    throw malformed();
  }
}

/** The parser's own message quotes the body. */
function malformed(): AppError {
  return new AppError("invalid_request", { message: "The body is not valid JSON" });
}
