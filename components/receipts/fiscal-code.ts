import { english, type Translate } from "#lib/languages/translate.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { readReceiptField } from "#lib/receipts/contract-fields.ts";
import { printedLines, printedText } from "./printed-text.ts";

/** What a fiscal device or law adds to a receipt. */
export type FiscalCode = {
  label: string;
  /** Printed as text. */
  lines: string[];
  /** Drawn as a QR code, where the medium can. */
  qr: string | undefined;
};

/** The longest text that a QR code holds at error correction M (ISO/IEC 18004, version 40), in bytes. */
const MAX_QR_BYTES = 2331;

/** Printed, and never interpreted. */
export function readFiscalCode(
  receipt: OpenedReceipt,
  t: Translate = english,
): FiscalCode | undefined {
  const { scheme, data, qr } = readReceiptField(receipt, "fiscal") ?? {};
  const label = printedText(scheme ?? "").trim() || t("Fiscal data");
  const lines = printedLines(data ?? "");
  if (!scheme && lines.length === 0 && !qr) return undefined;
  const fits = qr !== undefined && qr !== "" && new TextEncoder().encode(qr).length <= MAX_QR_BYTES;
  // What cannot be drawn is printed.
  const instead = lines.length > 0 || fits ? lines : printedLines(qr ?? "");
  return { label, lines: instead, qr: fits ? qr : undefined };
}

/** On a medium without QR codes, what the code says stands for it, unless there are words. */
export function listFiscalLines({ label, lines, qr }: FiscalCode): string[] {
  return [label, ...(lines.length > 0 ? lines : [printedText(qr ?? "")])].filter(Boolean);
}
