import type { LineItem, PaymentRequest } from "./contract.ts";

type Added = Pick<PaymentRequest, "taxAmount" | "tipAmount" | "pricesIncludeTax">;

/** The tax that comes on top of the items: none where the prices include it. */
export function addedTax({ taxAmount = 0, pricesIncludeTax }: Added): number {
  return pricesIncludeTax === true ? 0 : taxAmount;
}

/** What the whole receipt adds up to: items, tax, and tip, in the currency's smallest unit. */
export function addUp(items: readonly Pick<LineItem, "totalPrice">[], added: Added): number {
  const { tipAmount = 0 } = added;
  return items.reduce((sum, { totalPrice }) => sum + totalPrice, addedTax(added) + tipAmount);
}

/** Whether `amount` is what this payment charges of a larger receipt. */
export function isSplit({ splitTender }: Pick<PaymentRequest, "splitTender">): boolean {
  return splitTender === true;
}
