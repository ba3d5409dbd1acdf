import { ApiError } from "#lib/client/api-error.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { openApi, type Sent } from "./api.ts";
import { readFileName } from "./download-csv.ts";

type ExportQuery = Sent<"GET /api/console/payments/export", "query">;

export type ExportProgress = {
  /** Payments that have arrived. */
  rows: number;
  /** As counted by the service before the first of them. */
  total: number;
};

type ExportRequest = {
  environment: Environment;
  query: ExportQuery;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
};

export type PaymentsFile = { fileName: string; file: Blob; rows: number };

/** Fetches the payments as CSV, whole or not at all. Throws ApiError, and what `signal` aborts with. */
export async function downloadPayments({
  environment,
  query,
  signal,
  onProgress,
}: ExportRequest): Promise<PaymentsFile> {
  const options = { environment, query, signal };
  const response = await openApi("GET /api/console/payments/export", options);
  const total = Number(response.headers.get("x-total-count"));
  const type = response.headers.get("content-type") ?? "text/csv";

  const count = countRecords();
  let rows = 0;
  onProgress({ rows, total });
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      // The first record is the header.
      rows = Math.max(0, count(chunk) - 1);
      onProgress({ rows, total: Math.max(total, rows) });
      controller.enqueue(chunk);
    },
  });
  try {
    // The browser can keep a long blob on disk, unlike an array of chunks in this page.
    const file = await new Response(response.body?.pipeThrough(watch), {
      headers: { "Content-Type": type },
    }).blob();
    return { fileName: readFileName(response.headers), file, rows };
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({
      status: response.status,
      code: "no_answer",
      message: "The export was interrupted",
      requestId: response.headers.get("x-request-id") ?? undefined,
      cause,
    });
  }
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Counts the records of a CSV document (RFC 4180) that comes in pieces: each call takes the next one
 * and returns how many records have ended so far. A line feed in quotes ends none.
 */
export function countRecords(): (piece: Uint8Array) => number {
  let records = 0;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) records += 1;
    }
    return records;
  };
}
