import { actorOf, type Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/log/logger.ts";
import { unlinkCard, unlinkCardholder } from "#lib/payments/unlink.ts";
import { voidAccessTokens } from "#lib/receipts/store-access.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { ErasedUser } from "./contract.ts";
import {
  deleteCardholder,
  insertErasure,
  selectLatePayers,
  updateErasedReceipts,
} from "./store.ts";

/**
 * Takes a cardholder out of the service, all in one transaction: keys, card and tokens are gone, the
 * receipts cannot be opened, and the payments stay as amounts. Throws `not_found`.
 */
export async function eraseUser({
  caller,
  userId,
}: {
  caller: Caller;
  userId: string;
}): Promise<ErasedUser> {
  return await inTransaction(async (transaction) => {
    // First of all: grants and rotations wait for it, and then find nobody.
    const cardIndex = await deleteCardholder(transaction, caller, userId);
    if (!cardIndex) throw new AppError("not_found", { message: "No such user" });

    const { environment } = caller;
    const erasedReceipts =
      (await unlinkCardholder(transaction, { environment, userId })) +
      (await unlinkCard(transaction, { environment, cardIndex }));
    await voidAccessTokens(transaction, caller, userId);

    const erasedAt = new Date();
    await insertErasure(transaction, caller, {
      userId,
      erasedAt,
      erasedReceipts,
      ...actorOf(caller),
    });
    return { userId, status: "erased", erasedAt: erasedAt.toISOString(), erasedReceipts };
  });
}

/** Far longer than any call is busy between finding its recipient and storing the payment. */
const LATEST_MS = 24 * 60 * 60 * 1000;

/**
 * A payment that found its recipient just before the erasure may be stored just after it. It waits for
 * no lock, which every payment would have to take; it is erased here instead.
 */
export async function eraseLatePayments(): Promise<undefined> {
  for (const payer of await selectLatePayers(new Date(Date.now() - LATEST_MS))) {
    const erased = await inTransaction(async (transaction) => {
      const receipts = await unlinkCardholder(transaction, payer);
      await updateErasedReceipts(transaction, payer.userId, receipts);
      return receipts;
    });
    log().info({ erased }, "receipts that came during an erasure erased");
  }
}
