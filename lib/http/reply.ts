import type { CsvFile } from "#lib/core/csv.ts";

/** The answer of a route; the envelope around `data` and the common headers are added later. */
export type Reply<T> = JsonReply<T> | StreamedReply | Redirect;

type JsonReply<T> = {
  status: 200 | 201;
  data: T;
  headers?: Record<string, string>;
};

/** A document too long for memory: each chunk is produced once the client has taken the previous one. */
export type StreamedReply = {
  status: 200;
  chunks: AsyncIterable<string>;
  headers: Record<string, string> & { "Content-Type": string };
  /** Whether it is read from the database chunk by chunk. */
  isExport?: true;
};

/** Leads the form of a page to the next page. */
type Redirect = { status: 303; headers: Record<string, string> & { Location: string } };

export function seeOther(location: `/${string}`, headers: Record<string, string> = {}): Redirect {
  return { status: 303, headers: { ...headers, Location: location } };
}

export function ok<T>(data: T): JsonReply<T> {
  return { status: 200, data };
}

export function created<T>(data: T, headers = {}): JsonReply<T> {
  return { status: 201, data, headers };
}

/** The answer of an earlier, identical call. */
export function replayed<T>(data: T, headers = {}): JsonReply<T> {
  return { status: 200, data, headers: { "Idempotent-Replayed": "true", ...headers } };
}

/** A file for a spreadsheet. */
export function csvFile({ fileName, csv }: CsvFile, headers = {}): StreamedReply {
  return {
    ...streamed(csv, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      ...headers,
    }),
    isExport: true,
  };
}

/** A JSON object a line; the format has no registered media type yet. */
export function jsonLines({
  fileName,
  lines,
}: {
  fileName: string;
  lines: AsyncIterable<string>;
}): StreamedReply {
  return {
    ...streamed(lines, {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    }),
    isExport: true,
  };
}

export function plainText(text: string, type = "text/plain; charset=utf-8"): StreamedReply {
  return streamed(onePiece(text), { "Content-Type": type });
}

/** A page that runs no script and fetches nothing. */
export function htmlPage(html: string): StreamedReply {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return streamed(onePiece(html), {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
  });
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}

function streamed(chunks: AsyncIterable<string>, headers: StreamedReply["headers"]): StreamedReply {
  return { status: 200, chunks, headers };
}
