import type { ReadableReceipt } from "./select-receipts.ts";

/** Of the file; a reader refuses a higher one, since fields may mean something else there. */
const VERSION = 1;

export type WholeExport = {
  receipts: readonly ReadableReceipt[];
  /** How many of the same days are sealed, and not in the file. */
  sealed: number;
  /** ISO 8601. */
  exportedAt: string;
};

/** What stands before the receipts. */
export function describeFile({ exportedAt, receipts, sealed }: WholeExport) {
  const counts = { receipts: receipts.length, sealedReceiptsLeftOut: sealed };
  return { format: "sealslip-receipts", version: VERSION, exportedAt, ...counts };
}

/** A receipt as it came out of its envelope, beside what the wallet knows of it. */
export function describeOpened({ listed, paymentId, sealed }: ReadableReceipt) {
  const { card, createdAt, deliveredAt, refundOf, refundedAmount } = listed ?? {};
  return {
    paymentId,
    // Absent where the list of the service does not have it.
    ...(listed && { listed: { createdAt, deliveredAt, refundOf, refundedAmount } }),
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
    receipt: sealed,
  };
}
