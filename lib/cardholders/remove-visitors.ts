import { log } from "#lib/log/logger.ts";
import { removeVisitorsPayments } from "#lib/payments/remove.ts";
import { unlinkCardholder } from "#lib/payments/unlink.ts";
import { removeTokens } from "#lib/receipts/grant-access.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { endVisits } from "#lib/visits/end.ts";
import { visitors } from "#lib/visits/visitors.ts";
import { deleteVisitors } from "./store-visitors.ts";

const BATCH = 100;

/**
 * Deletes what strangers leave: visits that have ended, then the payments and cardholders of cards
 * that no visit claims, however they came to be left. A batch is a transaction of its own, and goes
 * around rows that are in use.
 */
export async function removeEndedVisits(): Promise<undefined> {
  const visits = await repeat(() => endVisits(BATCH));
  const payments = await repeat(() => removeVisitorsPayments(visitors, BATCH));
  const cardholders = await repeat(removeCardholders);
  if (visits + payments + cardholders > 0) {
    log().info({ visits, payments, cardholders }, "removed what visits of the demo left");
  }
}

/** Other merchants' payments to a visitor stay, as amounts. */
async function removeCardholders(): Promise<number> {
  return await inTransaction(async (transaction) => {
    const userIds = await deleteVisitors(transaction, visitors, BATCH);
    for (const userId of userIds) {
      await unlinkCardholder(transaction, { environment: visitors.environment, userId });
    }
    await removeTokens(transaction, visitors, userIds);
    return userIds.length;
  });
}

async function repeat(work: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await work();
    removed += count;
    if (count < BATCH) return removed;
  }
}
