import type { KnownReceipts, ListedReceipt } from "#lib/wallet/listed-receipt.ts";

/** Puts the newest page before the receipts that are known already. */
export function addNewest(known: KnownReceipts | undefined, newest: KnownReceipts): KnownReceipts {
  const older = withoutThose(known?.receipts ?? [], newest.receipts);
  // Without an overlap there may be receipts in between, which only paging finds.
  if (!known || older.length === known.receipts.length) return newest;
  return { receipts: [...newest.receipts, ...older], nextCursor: known.nextCursor };
}

/** Appends the next page to the receipts that are known already. */
export function addOlder(known: KnownReceipts, page: KnownReceipts): KnownReceipts {
  const older = withoutThose(page.receipts, known.receipts);
  return { receipts: [...known.receipts, ...older], nextCursor: page.nextCursor };
}

/**
 * Down to which place the receipts of all cards are known. Older ones are shown only once there are no gaps before
 * them. Undefined if everything is known.
 */
export function knownSince(cards: KnownReceipts[]): string | undefined {
  const ends = cards
    .filter(({ nextCursor }) => nextCursor !== null)
    .map(({ receipts }) => {
      const last = receipts.at(-1);
      return last ? placeOf(last) : "";
    });
  return ends.toSorted().at(-1);
}

/**
 * The place of a receipt in the lists of the service: its id without its kind. Not the time of the payment, which may be
 * a week after the id was reserved at the till.
 */
export function placeOf({ paymentId }: Pick<ListedReceipt, "paymentId">): string {
  return paymentId.slice(paymentId.indexOf("_") + 1);
}

/** Adds to each sale what was refunded, even if the known sale is older than its credit note. */
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
