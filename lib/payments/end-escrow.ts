import { expireEscrow } from "#lib/escrow/release.ts";
import { log } from "#lib/log/logger.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { unlinkPayments } from "./store/unlink.ts";

/**
 * Ends escrow that is over, and takes the card out of its payments: they cannot be claimed any more, and an
 * erasure could not find them once the card is registered under a later pepper. A page at a time, so that no
 * lock is held for long.
 */
export async function endOverdueEscrow(): Promise<undefined> {
  let expired = 0;
  let page = await endPage();
  while (page.length > 0) {
    expired += page.length;
    page = await endPage(page.at(-1));
  }
  if (expired > 0) log().info({ expired }, "escrow expired");
}

async function endPage(after?: Parameters<typeof expireEscrow>[1]) {
  return await inTransaction(async (transaction) => {
    const page = await expireEscrow(transaction, after);
    for (const [environment, group] of Map.groupBy(page, (receipt) => receipt.environment)) {
      const ids = group.map(({ paymentId }) => paymentId);
      await unlinkPayments(transaction, { environment, condition: "id = ANY ($2)", value: ids });
    }
    return page;
  });
}
