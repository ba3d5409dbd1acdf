import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { formatMoney } from "#lib/core/money.ts";
import { includesRole } from "#lib/core/permissions.ts";
import { findRefundLimit } from "#lib/organizations/refund-limits.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { ConsolePaymentDetails } from "./contract-console.ts";
import type { Payment } from "./store/payment.ts";
import type { Refund } from "./store/refund.ts";

type LimitedSale = Pick<Payment, "id" | "currency" | "organizationId">;
type Refunded = Pick<Refund, "amount" | "status">;

/** What the caller may still refund of a payment; null where no limit applies to the caller. */
export async function findRefundAllowance(
  caller: Caller,
  sale: LimitedSale,
  refunds: readonly Refunded[],
  transaction?: Transaction,
): Promise<ConsolePaymentDetails["refundAllowance"]> {
  if (!isLimited(caller)) return null;
  const limit = await findRefundLimit(sale, transaction);
  return { limit: limit ?? null, left: Math.max(0, (limit ?? 0) - sumOf(refunds)) };
}

/**
 * Throws `forbidden` for a support member who asks for more than the owners allow. The limit is for all refunds of the
 * payment together, whoever made them: many small ones come to no more than one. The sale is locked.
 */
export async function requireWithinLimit(
  transaction: Transaction,
  {
    caller,
    sale,
    refunds,
    amount,
  }: { caller: Caller; sale: LimitedSale; refunds: readonly Refunded[]; amount: number },
): Promise<void> {
  const allowance = await findRefundAllowance(caller, sale, refunds, transaction);
  if (allowance === null || amount <= allowance.left) return;
  const { id: paymentId, currency } = sale;
  const { limit, left } = allowance;
  if (limit === null) {
    throw new AppError("forbidden", {
      message: `Support members cannot refund payments in ${currency.toUpperCase()}`,
      details: "an owner has set no limit for it; ask a developer or owner",
      paymentId,
    });
  }
  const money = (units: number) => formatMoney({ amount: units, currency }, "en-US");
  throw new AppError("forbidden", {
    message: `Support members can refund at most ${money(limit)} of a payment`,
    details: `${money(left)} of that is left; ask a developer or owner for more`,
    paymentId,
  });
}

function isLimited(caller: Caller): boolean {
  return caller.via === "session" && !includesRole(caller.role, "developer");
}

/** What is on its way counts, too. */
function sumOf(refunds: readonly Refunded[]): number {
  const alive = refunds.filter(({ status }) => status !== "failed");
  return alive.reduce((sum, { amount }) => sum + amount, 0);
}
