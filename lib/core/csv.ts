import { stringify } from "csv-stringify/sync";

export type CsvFile = {
  fileName: string;
  /** CSV (RFC 4180), a page of rows at a time: the next page is read when the reader asks for it. */
  csv: AsyncIterable<string>;
};

/** `payments-production-2026-11-22.csv` */
export function nameCsv(...parts: string[]): string {
  return nameFile("csv", ...parts);
}

export function nameFile(extension: string, ...parts: string[]): string {
  return `${[...parts, new Date().toISOString().slice(0, 10)].join("-")}.${extension}`;
}

/** The header, then the rows of each page, by their columns. */
export async function* writeCsv<const Name extends string>(
  columns: readonly Name[],
  pages: AsyncIterable<readonly Readonly<Record<Name, unknown>>[]>,
): AsyncGenerator<string> {
  yield toCsv([[...columns]]);
  for await (const rows of pages) {
    if (rows.length > 0) yield toCsv(rows.map((row) => columns.map((name) => toCell(row[name]))));
  }
}

type Page<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** All pages of a list, each read on demand. */
export async function* pagesOf<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let page = await read(undefined);
  yield page.rows;
  while (page.nextCursor !== null) {
    page = await read(page.nextCursor);
    yield page.rows;
  }
}

function toCell(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(" ") : value;
}

/** Text from others may look like a formula, which a spreadsheet would run. */
function toCsv(records: unknown[][]): string {
  return stringify(records, { record_delimiter: "windows", escape_formulas: true });
}
