import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { type Actor, actorOf, type Caller, type Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/log/logger.ts";
import { unlinkCard, unlinkCardholder } from "#lib/payments/unlink.ts";
import { voidTokens } from "#lib/receipts/grant-access.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import type { ErasedUser } from "./contract.ts";
import { deleteCardholder, selectLatePayers, updateErasure } from "./store.ts";

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
    const erased = await eraseCardholder(transaction, caller, { userId, ...actorOf(caller) });
    const { erasedReceipts } = erased;
    const details = { target: userId, after: { erasedReceipts } };
    await recordAct(transaction, actOf(caller, "cardholder.erased", details));
    return { userId, status: "erased", ...erased };
  });
}

/** All of an erasure but its entry in the trail. Throws `not_found`. */
export async function eraseCardholder(
  transaction: Transaction,
  tenant: Tenant,
  { userId, ...actor }: Actor & { userId: string },
): Promise<Pick<ErasedUser, "erasedAt" | "erasedReceipts">> {
  const erasedAt = new Date();
  // This comes first: grants and rotations wait for it and then find nobody.
  const erasure = { userId, erasedAt, ...actor };
  const cardIndex = await deleteCardholder(transaction, tenant, erasure);
  if (!cardIndex) throw new AppError("not_found", { message: "No such user" });

  const { environment } = tenant;
  const erasedReceipts =
    (await unlinkCardholder(transaction, { environment, userId })) +
    (await unlinkCard(transaction, { environment, cardIndex }));
  await updateErasure(transaction, userId, erasedReceipts);
  await voidTokens(transaction, tenant, userId);
  return { erasedAt, erasedReceipts };
}

/** Far longer than any call takes between finding its recipient and storing the payment. */
const LATE_MS = 24 * 60 * 60 * 1000;

/**
 * A payment that found its recipient just before the erasure may be stored just after it. A lock would
 * cost every payment; instead, what came late is erased here.
 */
export async function eraseLatePayments(): Promise<undefined> {
  for (const payer of await selectLatePayers(new Date(Date.now() - LATE_MS))) {
    const erased = await inTransaction(async (transaction) => {
      const receipts = await unlinkCardholder(transaction, payer);
      await updateErasure(transaction, payer.userId, receipts);
      return receipts;
    });
    log().info({ erased }, "erased receipts that arrived during an erasure");
  }
}
