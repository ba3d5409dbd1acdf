import { actorOf, type Caller } from "#lib/auth/caller.ts";
import type { ErasedUser } from "#lib/contract/users.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { inTransaction } from "#lib/storage/database.ts";
import {
  deleteCardholder,
  insertErasure,
  unlinkCard,
  unlinkCardholder,
  voidTokens,
} from "#lib/storage/erasures.ts";

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
    await voidTokens(transaction, caller, userId);

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
