import type { Tenant } from "#lib/core/caller.ts";
import { inBatches } from "#lib/core/in-batches.ts";
import { forgetEvents } from "#lib/events/forget.ts";
import { log } from "#lib/log/logger.ts";
import { removeVisitorsPayments, unlinkCardholder } from "#lib/payments/unlink.ts";
import { removeTokens } from "#lib/receipts/grant-access.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { endVisits, visitors } from "#lib/visits/visitors.ts";
import { deleteVisitors } from "./store-visitors.ts";

/** Code from before `20261128120000_demo_environment`, which may run beside this, has visits in development. */
const places: readonly Tenant[] = [visitors, { ...visitors, environment: "development" }];

/**
 * Deletes what strangers leave: visits that have ended, then the payments and cardholders of cards
 * that no visit claims, however they came to be left. A batch is a transaction of its own, and goes
 * around rows that are in use.
 */
export async function removeEndedVisits(): Promise<undefined> {
  const removed = { visits: await endVisits(), payments: 0, cardholders: 0 };
  for (const place of places) {
    removed.payments += await removeVisitorsPayments(place);
    removed.cardholders += await inBatches((limit) => removeCardholders(place, limit));
  }
  if (Object.values(removed).some((count) => count > 0)) {
    log().info(removed, "removed what visits of the demo left");
  }
}

/** Merchants' payments to a visitor in development stay, as amounts. */
async function removeCardholders(place: Tenant, limit: number): Promise<number> {
  return await inTransaction(async (transaction) => {
    const userIds = await deleteVisitors(transaction, place, limit);
    for (const userId of userIds) {
      const payer = { environment: place.environment, userId };
      while (!(await unlinkCardholder(transaction, payer)).isLast);
    }
    await removeTokens(transaction, place, userIds);
    // In development there may be some: of merchants that a visitor's card has paid.
    for (const userId of userIds) await forgetEvents(transaction, userId);
    return userIds.length;
  });
}
