import { inBatches } from "#lib/core/in-batches.ts";
import { log } from "#lib/log/logger.ts";
import { removeVisitorsPayments, unlinkCardholder } from "#lib/payments/unlink.ts";
import { removeTokens } from "#lib/receipts/grant-access.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { endVisits, visitors } from "#lib/visits/visitors.ts";
import { deleteVisitors } from "./store-visitors.ts";

/**
 * Deletes what strangers leave: visits that have ended, then the payments and cardholders of cards
 * that no visit claims, however they came to be left. A batch is a transaction of its own, and goes
 * around rows that are in use.
 */
export async function removeEndedVisits(): Promise<undefined> {
  const visits = await endVisits();
  const payments = await removeVisitorsPayments(visitors);
  const cardholders = await inBatches(removeCardholders);
  if (visits + payments + cardholders > 0) {
    log().info({ visits, payments, cardholders }, "removed what visits of the demo left");
  }
}

/** Other merchants' payments to a visitor stay, as amounts. */
async function removeCardholders(limit: number): Promise<number> {
  return await inTransaction(async (transaction) => {
    const userIds = await deleteVisitors(transaction, visitors, limit);
    for (const userId of userIds) {
      const payer = { environment: visitors.environment, userId };
      while (!(await unlinkCardholder(transaction, payer)).isLast);
    }
    await removeTokens(transaction, visitors, userIds);
    return userIds.length;
  });
}
