import type { IncomingMessage, ServerResponse } from "node:http";
import type { StoredAnswer } from "./page-store.ts";

/** Sends a stored answer with the nonce of this response. */
export function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  { stored, nonce }: { stored: StoredAnswer; nonce: string },
): void {
  const { status, headers, body, isCompressible } = stored;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  if (isKnown(request, headers.etag)) return void response.writeHead(304).end();

  const asGzip = isCompressible && acceptsGzip(request);
  const pieces = asGzip ? body.gzip(nonce) : body.plain(nonce);
  if (asGzip) response.setHeader("content-encoding", "gzip");
  if (isCompressible) response.setHeader("vary", headers.vary ?? "Accept-Encoding");
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(status, { "content-length": length });
  // One system call for all of them.
  response.cork();
  if (request.method !== "HEAD") for (const piece of pieces) response.write(piece);
  response.end();
}

/** By weak comparison (RFC 9110 section 13.1.2). */
function isKnown({ headers }: IncomingMessage, etag: unknown): boolean {
  const known = headers["if-none-match"];
  return etag !== undefined && known?.split(/\s*,\s*/).includes(String(etag)) === true;
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
    String(headers["accept-encoding"] ?? ""),
  );
}
