import { randomBase62 } from "#lib/crypto/random-base62.ts";
import type { Shop } from "./shop.ts";

/** What was rung up, in the order of its first time. No quantity is below 1. */
export type Basket = readonly { itemId: string; quantity: number }[];

export const MOST_OF_ONE = 99;

export function addItem(basket: Basket, itemId: string): Basket {
  return setQuantity(basket, itemId, quantityOf(basket, itemId) + 1);
}

/** Takes the line away at 0; stops at what a till takes of one item. */
export function setQuantity(basket: Basket, itemId: string, quantity: number): Basket {
  const line = { itemId, quantity: Math.min(quantity, MOST_OF_ONE) };
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
 * What the service knows a payment by. A sale keeps them until it is paid: that makes a repeated
 * request the same payment, and another card after a declined one the same sale.
 */
export type Sale = { receiptId: string; transactionId: string };

export function beginSale({ receiptPrefix }: Shop): Sale {
  return {
    receiptId: `${receiptPrefix}-${randomBase62(10).toUpperCase()}`,
    transactionId: `txn_${randomBase62(16)}`,
  };
}
