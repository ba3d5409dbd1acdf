import { log } from "#lib/log/logger.ts";
import { inTransaction } from "#lib/storage/database.ts";
import { addErasedReceipts, listLatePayers, unlinkCardholder } from "#lib/storage/erasures.ts";

/** Far longer than any call is busy between finding its recipient and storing the payment. */
const LATEST_MS = 24 * 60 * 60 * 1000;

/**
 * A payment that found its recipient just before the erasure may be stored just after it. It waits for
 * no lock, which every payment would have to take; it is erased here instead.
 */
export async function eraseLatePayments(): Promise<undefined> {
  for (const payer of await listLatePayers(new Date(Date.now() - LATEST_MS))) {
    const erased = await inTransaction(async (transaction) => {
      const receipts = await unlinkCardholder(transaction, payer);
      await addErasedReceipts(transaction, payer.userId, receipts);
      return receipts;
    });
    log().info({ erased }, "receipts that came during an erasure erased");
  }
}
