import type { Transaction } from "#lib/storage/transaction.ts";
import { updateForgotten, updateLateForgotten } from "./store-forget.ts";

/**
 * Takes a cardholder out of the log: their issuer's events of receipts and of the registration keep nothing but their
 * place, and the merchants' events lose the key. Belongs at the end of the transaction of the erasure, until
 * whose commit nothing is published.
 */
export async function forgetEvents(transaction: Transaction, cardholderId: string): Promise<void> {
  await updateForgotten(transaction, cardholderId);
}

/** The same for what was published during an erasure, of all that are not complete. */
export async function forgetLateEvents(): Promise<void> {
  await updateLateForgotten();
}
