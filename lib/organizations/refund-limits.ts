import { actOf } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { RefundLimits } from "./contract-refund-limits.ts";
import { saveRefundLimit, selectRefundLimit, selectRefundLimits } from "./store-refund-limits.ts";

/** What support members of the caller's organization may refund of a payment. */
export async function listRefundLimits({
  caller,
}: {
  caller: SignedInMember;
}): Promise<RefundLimits> {
  return { limits: await selectRefundLimits(caller.organizationId) };
}

/** For refunds from now on; null for none. Throws `not_found` if the organization was removed a moment ago. */
export async function changeRefundLimit({
  caller,
  currency,
  amount,
}: {
  caller: SignedInMember;
  currency: string;
  amount: number | null;
}): Promise<RefundLimits> {
  const { organizationId } = caller;
  const act = actOf(caller, "refund_limit.changed");
  const isSaved = await saveRefundLimit({ organizationId, currency, amount }, act);
  if (!isSaved) throw new AppError("not_found", { message: "The organization was removed" });
  return await listRefundLimits({ caller });
}

/** How much of a payment support members may refund, in the smallest unit; undefined where no owner has set that. */
export async function findRefundLimit(
  payment: { organizationId: string; currency: string },
  transaction?: Transaction,
): Promise<number | undefined> {
  return await selectRefundLimit(payment, transaction);
}
