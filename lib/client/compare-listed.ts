/** What a receipt and its entry in a list both say. */
export type ListedFields = {
  amount?: unknown;
  currency?: unknown;
  receiptId?: unknown;
  transactionId?: unknown;
  gateway?: unknown;
  kind?: unknown;
  refundOf?: unknown;
};

/** The fields in which an opened receipt is not what is listed. What a till may leave out is compared where it is there. */
export function compareListed(
  receipt: ListedFields & { paymentId?: unknown },
  { paymentId, listed }: { paymentId: string; listed: ListedFields | undefined },
): string[] {
  const names = ["receiptId", "transactionId", "amount", "gateway", "kind", "refundOf"] as const;
  const pairs: [string, unknown, unknown][] = [["paymentId", receipt.paymentId, paymentId]];
  if (listed) {
    for (const name of names) pairs.push([name, receipt[name], listed[name]]);
    pairs.push(["currency", lowerCase(receipt.currency), lowerCase(listed.currency)]);
  }
  // Many tills write null for what they do not have.
  const isSaid = (value: unknown) => value !== undefined && value !== null;
  return pairs.flatMap(([name, said, known]) => (isSaid(said) && said !== known ? [name] : []));
}

function lowerCase(currency: unknown): unknown {
  return typeof currency === "string" ? currency.toLowerCase() : currency;
}
