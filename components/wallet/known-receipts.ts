import type { KnownReceipts, ListedReceipt } from "#lib/wallet/listed-receipt.ts";

/** With the newest page as it is now, before what is known already. */
export function addNewest(known: KnownReceipts | undefined, newest: KnownReceipts): KnownReceipts {
  const older = withoutThose(known?.receipts ?? [], newest.receipts);
  // With none in common there can be others between them, which only paging finds.
  if (!known || older.length === known.receipts.length) return newest;
  return { receipts: [...newest.receipts, ...older], nextCursor: known.nextCursor };
}

/** With the page behind what is known already. */
export function addOlder(known: KnownReceipts, page: KnownReceipts): KnownReceipts {
  const older = withoutThose(page.receipts, known.receipts);
  return { receipts: [...known.receipts, ...older], nextCursor: page.nextCursor };
}

/**
 * The moment down to which all cards together are known: what is older stands in a list only once
 * nothing is missing above it. Undefined where nothing is missing.
 */
export function knownSince(cards: KnownReceipts[]): string | undefined {
  const ends = cards
    .filter(({ nextCursor }) => nextCursor !== null)
    .map(({ receipts }) => receipts.at(-1)?.createdAt ?? "");
  return ends.toSorted().at(-1);
}

/** With what came back of each sale, also where its credit note is newer than what is known of it. */
export function countRefunds<Receipt extends ListedReceipt>(receipts: Receipt[]): Receipt[] {
  const sums = new Map<string, number>();
  for (const { refundOf, amount } of receipts) {
    if (refundOf !== null) sums.set(refundOf, (sums.get(refundOf) ?? 0) + amount);
  }
  return receipts.map((receipt) => {
    const refundedAmount = Math.max(receipt.refundedAmount, sums.get(receipt.paymentId) ?? 0);
    return refundedAmount === receipt.refundedAmount ? receipt : { ...receipt, refundedAmount };
  });
}

function withoutThose(receipts: ListedReceipt[], those: ListedReceipt[]): ListedReceipt[] {
  const ids = new Set(those.map(({ paymentId }) => paymentId));
  return receipts.filter(({ paymentId }) => !ids.has(paymentId));
}
