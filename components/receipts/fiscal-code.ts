import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { readReceiptField } from "#lib/receipts/contract-fields.ts";
import { printedText } from "./printed-text.ts";

/** What a fiscal device or law adds to a receipt. */
export type FiscalCode = {
  label: string;
  /** Printed as text. */
  text: string | undefined;
  /** Drawn as a QR code, where the medium can; not printed as text beside `text`. */
  qr: string | undefined;
};

/** The longest text that a QR code holds at error correction M (ISO/IEC 18004, version 40), in bytes. */
const MAX_QR_BYTES = 2331;

/** Printed, and never interpreted. */
export function readFiscalCode(receipt: OpenedReceipt): FiscalCode | undefined {
  const { scheme, data, qr } = readReceiptField(receipt, "fiscal") ?? {};
  const label = printedText(scheme ?? "").trim() || "Fiscal data";
  const text = printedText(data ?? "").trim() || undefined;
  const fits = qr !== undefined && qr !== "" && new TextEncoder().encode(qr).length <= MAX_QR_BYTES;
  if (!scheme && !text && !qr) return undefined;
  // What cannot be drawn is printed.
  return {
    label,
    text: text ?? (fits ? undefined : printedText(qr ?? "") || undefined),
    qr: fits ? qr : undefined,
  };
}
