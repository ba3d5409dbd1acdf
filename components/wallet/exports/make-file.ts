import { nameFile } from "#lib/core/csv.ts";
import type { WholeExport } from "./describe-json.ts";
import type { PdfOptions } from "./write-pdf.ts";
import { writeCsvFile, writeJsonFile, writeJsonLdFile } from "./write-text.ts";

export type ExportFormat = "pdf" | "csv" | "json" | "jsonld";

export type MakeOptions = Pick<PdfOptions, "check" | "locale" | "t" | "timeZone"> & {
  format: ExportFormat;
  signal: AbortSignal;
  /** How many receipts are in the file by now. */
  onProgress: (done: number) => void;
};

const types: Record<ExportFormat, string> = {
  pdf: "application/pdf",
  csv: "text/csv",
  json: "application/json",
  jsonld: "application/ld+json",
};

/** Makes a file of receipts on this device, bit by bit, so that the page can do other things meanwhile. */
export async function makeFile(
  whole: WholeExport,
  { check, format, locale, onProgress, signal, t, timeZone }: MakeOptions,
): Promise<File> {
  const written = createPacer(signal, onProgress);
  const name = nameExport(whole, format);
  if (format === "pdf") {
    // Most exports are no PDF, and these weigh more than all other code of the wallet.
    const [{ writePdf }, { createTextPictures }, { loadFontFiles }] = await Promise.all([
      import("./write-pdf.ts"),
      import("./text-pictures.ts"),
      import("./pdf-font-files.ts"),
    ]);
    const [fonts, pictures] = [await loadFontFiles(), createTextPictures()];
    const options = { check, fonts, locale, pictures, t, timeZone };
    const pdf = await writePdf(whole.receipts, options, written);
    signal.throwIfAborted();
    return new File([pdf], name, { type: types.pdf });
  }
  const parts: string[] = [];
  for await (const part of writers[format](whole, written, t)) parts.push(part);
  return new File(parts, name, { type: types[format] });
}

const writers = { csv: writeCsvFile, json: writeJsonFile, jsonld: writeJsonLdFile };

/** `receipts-2026-11-29.csv`, or `receipt-A-42.csv`. */
function nameExport({ receipts: [first, ...others] }: WholeExport, format: ExportFormat): string {
  if (!first || others.length > 0) return nameFile(format, "receipts");
  return `receipt-${first.content.receiptId.replace(/[^\w-]+/g, "-")}.${format}`;
}

/** A page that answers within this is not felt to wait. */
const SLICE_MS = 30;

/** Ends a slice of work once it has taken long enough. Throws once the signal is aborted. */
function createPacer(signal: AbortSignal, onProgress: (done: number) => void) {
  let done = 0;
  let begun = performance.now();
  return async () => {
    signal.throwIfAborted();
    done += 1;
    if (performance.now() - begun < SLICE_MS) return;
    onProgress(done);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    begun = performance.now();
  };
}
