import type { Environment } from "#lib/core/vocabulary.ts";
import { type Input, openApi, type Route } from "./api.ts";

/** The operations that answer with a file: CSV for a spreadsheet, or JSON Lines. */
export type ExportRoute = Extract<Route, `GET ${string}/export` | `GET ${string}/export-lines`>;

export type CsvDownload = { fileName: string; file: Blob };

/** Fetches a list as a file, whole or not at all. Throws ApiError. */
export async function downloadCsv<R extends ExportRoute>(
  route: R,
  options: Input<R> & { environment: Environment },
): Promise<CsvDownload> {
  const response = await openApi(route, options);
  return { fileName: readFileName(response.headers), file: await response.blob() };
}

/** The name that the service gave to the file. */
export function readFileName(headers: Headers): string {
  const [, name] = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "") ?? [];
  return name ?? "export.csv";
}
