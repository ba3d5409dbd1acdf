import { writeCsv } from "#lib/core/csv.ts";
import { english, type Translate } from "#lib/languages/translate.ts";
import { csvColumns, listCsvRows } from "./csv-rows.ts";
import { describeInvoice, SCHEMA_CONTEXT } from "./describe-invoice.ts";
import { describeFile, describeOpened, type WholeExport } from "./describe-json.ts";
import type { ReadableReceipt } from "./select-receipts.ts";

/** Of a file, as they are written. After each receipt, `written` is called and may wait, or throw to end it. */
export type Parts = AsyncGenerator<string>;

type Written = () => Promise<void>;

/** Rows of items for a spreadsheet: RFC 4180 in UTF-8 with a byte order mark, safe from formulas. */
export function writeCsvFile(
  { receipts }: WholeExport,
  written: Written,
  t: Translate = english,
): Parts {
  return writeCsv(
    csvColumns.map((name) => t(name)),
    pages(),
  );

  async function* pages() {
    for (const receipt of receipts) {
      yield listCsvRows(receipt, t).map((row) =>
        Object.fromEntries(csvColumns.map((name) => [t(name), row[name]])),
      );
      await written();
    }
  }
}

/** The receipts as they came out of their envelopes. */
export function writeJsonFile(whole: WholeExport, written: Written): Parts {
  const head = JSON.stringify({ ...describeFile(whole), entries: [] });
  return writeList(head, whole.receipts, { toEntry: describeOpened, written });
}

/** The same in the words of schema.org. */
export function writeJsonLdFile({ receipts }: WholeExport, written: Written): Parts {
  const head = JSON.stringify({ "@context": SCHEMA_CONTEXT, "@graph": [] });
  return writeList(head, receipts, { toEntry: describeInvoice, written });
}

type Entries = { toEntry: (receipt: ReadableReceipt) => unknown; written: Written };

/** `head` ends with the empty list that takes the entries. */
async function* writeList(
  head: string,
  receipts: readonly ReadableReceipt[],
  { toEntry, written }: Entries,
): Parts {
  yield head.slice(0, -"]}".length);
  for (const [at, receipt] of receipts.entries()) {
    yield `${at === 0 ? "" : ","}\n${JSON.stringify(toEntry(receipt))}`;
    await written();
  }
  yield "\n]}\n";
}
