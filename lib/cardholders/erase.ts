import { type Act, actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { type Actor, actorOf, type Caller, type Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { forgetEvents, forgetLateEvents } from "#lib/events/forget.ts";
import { log } from "#lib/log/logger.ts";
import {
  countLeft,
  type Payer,
  unlinkCardholder,
  unlinkIdentifiers,
  unlinkOpenPayments,
} from "#lib/payments/unlink.ts";
import { voidTokens } from "#lib/receipts/grant-access.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { ErasedUser } from "./contract.ts";
import { deleteCardholder, selectLatePayers, updateCompleted, updateErasure } from "./store.ts";

/** Takes a cardholder out of the service. Throws `not_found`. */
export async function eraseUser({
  caller,
  userId,
}: {
  caller: Caller;
  userId: string;
}): Promise<ErasedUser> {
  const erasure = { userId, ...actorOf(caller) };
  const erased = await eraseCardholder(caller, erasure, (after) =>
    actOf(caller, "cardholder.erased", { target: userId, after }),
  );
  return { userId, status: "erased", ...erased };
}

type Erased = Pick<ErasedUser, "erasedAt" | "erasedReceipts">;

/**
 * One transaction takes keys, card, and tokens, so that no receipt can be opened any more, and reduces the
 * payments to amounts, all of them unless there are thousands: then the rest follows a page at a time, here
 * or, should this process die, in `eraseLatePayments`. Throws `not_found`.
 */
export async function eraseCardholder(
  tenant: Tenant,
  { userId, ...actor }: Actor & { userId: string },
  describeAct: (after: Pick<Erased, "erasedReceipts">) => Act,
): Promise<Erased> {
  const payer = { environment: tenant.environment, userId };
  const { isLast, ...erased } = await inTransaction(async (transaction) => {
    const erasedAt = new Date();
    // This comes first: grants and rotations wait for it and then find no user.
    const erasure = { userId, erasedAt, ...actor };
    const indexes = await deleteCardholder(transaction, tenant, erasure);
    if (!indexes) throw new AppError("not_found", { message: "No such user" });

    const page = await unlinkCardholder(transaction, payer);
    // Without its receipt, a payment that fails meanwhile would be in no page.
    const open = page.isLast ? 0 : await unlinkOpenPayments(transaction, payer);
    const others = await unlinkIdentifiers(transaction, { ...payer, indexes }, page);
    const erasedNow = page.erased + open + others;
    await updateErasure(transaction, userId, erasedNow);
    await voidTokens(transaction, tenant, userId);
    const erasedReceipts = erasedNow + (page.isLast ? 0 : await countLeft(transaction, userId));
    await recordAct(transaction, describeAct({ erasedReceipts }));
    await forgetEvents(transaction, userId);
    return { erasedAt, erasedReceipts, isLast: page.isLast };
  });
  if (!isLast) await erasePages(payer);
  return erased;
}

/** Returns how many receipts were erased. */
async function erasePages(payer: Payer): Promise<number> {
  let erased = 0;
  for (let isLast = false; !isLast; ) {
    const page = await inTransaction(async (transaction) => {
      const next = await unlinkCardholder(transaction, payer);
      await updateErasure(transaction, payer.userId, next.erased);
      return next;
    });
    erased += page.erased;
    isLast = page.isLast;
  }
  return erased;
}

/** Far longer than any call takes between finding its recipient and storing the payment. */
const LATE_MS = 24 * 60 * 60 * 1000;

/**
 * A payment that found its recipient just before the erasure may be stored just after it. A lock would
 * cost every payment; instead, what came late is erased here, as is what a process that died has left, or what was
 * published just then. An erasure is complete once a look so long after it has found nothing, however long no job ran in between.
 */
export async function eraseLatePayments(): Promise<undefined> {
  for (const payer of await selectLatePayers()) {
    const erased = await erasePages(payer);
    log().info({ erased }, "erased receipts that an erasure had left, or that arrived during it");
  }
  await forgetLateEvents();
  await updateCompleted(new Date(Date.now() - LATE_MS));
}
