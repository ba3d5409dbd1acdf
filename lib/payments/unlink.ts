import type { Tenant } from "#lib/core/caller.ts";
import { inBatches } from "#lib/core/in-batches.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { unlinkPayments } from "./store/unlink.ts";
import { deleteVisitorsPayments } from "./store/visitors.ts";

export type Payer = { environment: Environment; userId: string };

/** Reduces what was sealed to the cardholder to amounts; returns how many receipts were erased. */
export async function unlinkCardholder(
  transaction: Transaction,
  { environment, userId }: Payer,
): Promise<number> {
  return await unlinkPayments(transaction, environment, "cardholder_id = $2", userId);
}

/**
 * The same for what belongs to the card and not to the cardholder: receipts whose escrow is over before
 * its job has come by, which do not count, and payments that were stored a moment ago.
 */
export async function unlinkCard(
  transaction: Transaction,
  { environment, cardIndex }: { environment: Environment; cardIndex: Uint8Array },
): Promise<number> {
  return await unlinkPayments(transaction, environment, "card_index = $2", cardIndex);
}

/** Deletes the payments of visits that have ended, and whatever belongs to them; returns how many. */
export async function removeVisitorsPayments(visitors: Tenant): Promise<number> {
  return await inBatches((limit) => deleteVisitorsPayments(visitors, limit));
}
