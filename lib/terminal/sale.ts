import { randomBase62 } from "#lib/crypto/random-base62.ts";
import type { Shop } from "./shop.ts";

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
