import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";

/**
 * A credit note with the signs that the paper prints: what comes back is positive, whichever sign the merchant
 * gave it, and a fee that is kept is negative. Sales stay as they are. Taxes by rate and discounts get their signs
 * where they are read.
 */
export function orientNote(receipt: OpenedReceipt): OpenedReceipt {
  if (receipt.kind !== "refund") return receipt;
  const { items, subtotal, totalAmount, taxAmount } = receipt;
  return {
    ...receipt,
    ...(items && { items: orientItems(items) }),
    ...(subtotal !== undefined && { subtotal: Math.abs(subtotal) }),
    ...(totalAmount !== undefined && { totalAmount: Math.abs(totalAmount) }),
    ...(taxAmount !== undefined && { taxAmount: Math.abs(taxAmount) }),
  };
}

function orientItems(items: readonly LineItem[]): LineItem[] {
  const sum = items.reduce((total, { totalPrice }) => total + totalPrice, 0);
  return items.map((item) => {
    const totalPrice = sum < 0 ? minus(item.totalPrice) : item.totalPrice;
    // Tills put the sign at the price of one, at that of all, or at both.
    const unitPrice = Math.abs(item.unitPrice);
    return { ...item, totalPrice, unitPrice: totalPrice < 0 ? minus(unitPrice) : unitPrice };
  });
}

/** Zero has no sign. */
export function minus(amount: number): number {
  return amount === 0 ? 0 : -amount;
}
