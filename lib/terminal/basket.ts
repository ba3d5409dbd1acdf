import { randomBase62 } from "#lib/crypto/random-base62.ts";

/** The items rung up, in the order they were first added. No quantity is below 1. */
export type Basket = readonly { itemId: string; quantity: number }[];

export const MAX_QUANTITY = 99;

export function addItem(basket: Basket, itemId: string): Basket {
  return setQuantity(basket, itemId, quantityOf(basket, itemId) + 1);
}

/** Removes the line at 0; capped at the maximum quantity. */
export function setQuantity(basket: Basket, itemId: string, quantity: number): Basket {
  const line = { itemId, quantity: Math.min(quantity, MAX_QUANTITY) };
  if (quantity < 1) return basket.filter((other) => other.itemId !== itemId);
  if (quantityOf(basket, itemId) === 0) return [...basket, line];
  return basket.map((other) => (other.itemId === itemId ? line : other));
}

export function quantityOf(basket: Basket, itemId: string): number {
  return basket.find((line) => line.itemId === itemId)?.quantity ?? 0;
}

export function countItems(basket: Basket): number {
  return basket.reduce((count, { quantity }) => count + quantity, 0);
}

/**
 * The references by which the service identifies a payment. A sale keeps them until it is paid, so that a retry is
 * the same payment, and another card after a decline the same sale.
 */
export type Sale = { receiptId: string; transactionId: string };

export function beginSale(): Sale {
  return {
    receiptId: `R-${randomBase62(10).toUpperCase()}`,
    transactionId: nameTransaction(),
  };
}

/** The next payment of a sale that several cards pay. */
export function beginPart({ receiptId }: Sale): Sale {
  return { receiptId, transactionId: nameTransaction() };
}

function nameTransaction(): string {
  return `txn_${randomBase62(16)}`;
}
