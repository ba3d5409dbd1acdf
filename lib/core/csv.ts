import { stringify } from "csv-stringify/sync";

export type CsvFile = {
  fileName: string;
  /** CSV (RFC 4180), a page of rows at a time: the next page is read when the reader asks for it. */
  csv: AsyncIterable<string>;
};

/** Of a page. Nothing else of the process runs while a page is parsed and written, a few milliseconds. */
export const EXPORT_ROWS = 250;

/** `payments-production-2026-11-22.csv` */
export function nameCsv(...parts: string[]): string {
  return nameFile("csv", ...parts);
}

export function nameFile(extension: string, ...parts: string[]): string {
  return `${[...parts, new Date().toISOString().slice(0, 10)].join("-")}.${extension}`;
}

/** Without it, Excel reads a file in the code page of the machine. Readers of UTF-8 skip it. */
const BYTE_ORDER_MARK = "\ufeff";

/** The header, then the rows of each page, by their columns. */
export async function* writeCsv<const Name extends string>(
  columns: readonly Name[],
  pages: AsyncIterable<readonly Readonly<Record<Name, unknown>>[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([[...columns]]);
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
  if (Array.isArray(value)) return guard(value.join(" "));
  return typeof value === "string" ? guard(value) : value;
}

/**
 * Text from others may look like a formula, which a spreadsheet would run: at its beginning, or where a spreadsheet
 * that separates by semicolons or tabs, and sees no quotes, would begin a cell or a row.
 */
function guard(text: string): string {
  return text.replace(formulaStart, "'");
}

const formulaStart = /^(?=[\t\r])|(?:^|(?<=[;\t\r\n]))(?=[ \u00a0]*[=+\-@＝＋－＠])/g;

/** RFC 4180, with quotes also around what other readers than that take for the end of a cell or a row. */
function toCsv(records: unknown[][]): string {
  return stringify(records, { record_delimiter: "windows", quoted_match: /[;\t\r\n]/ });
}
