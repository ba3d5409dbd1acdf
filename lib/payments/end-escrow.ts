import { expireEscrow } from "#lib/escrow/release.ts";
import { log } from "#lib/log/logger.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { unlinkPayments } from "./store/unlink.ts";

/**
 * Ends escrow that is over, and takes the card out of its payments: nobody can claim them any more, and
 * whoever registers the card under a later pepper, and is erased, could not be found in them.
 */
export async function endOverdueEscrow(): Promise<undefined> {
  const expired = await inTransaction(async (transaction) => {
    const receipts = await expireEscrow(transaction);
    for (const [environment, group] of Map.groupBy(receipts, (receipt) => receipt.environment)) {
      const ids = group.map(({ paymentId }) => paymentId);
      await unlinkPayments(transaction, environment, "id = ANY ($2)", ids);
    }
    return receipts.length;
  });
  if (expired > 0) log().info({ expired }, "escrow expired");
}
