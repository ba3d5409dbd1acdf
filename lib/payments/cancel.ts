import { actOf } from "#lib/audit/act.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { naming, withClaim } from "./claim.ts";
import type { Cancellation } from "./contract-refunds.ts";
import { noAnswer, unavailable } from "./describe.ts";
import { requireSale, type SalePath } from "./get.ts";
import { isTaken } from "./make-refund.ts";
import { carryOutRefund } from "./refund.ts";
import { closeFailed, settle } from "./settle.ts";
import { refundableAmount, startCancelRefund } from "./start-refund.ts";
import { getPaymentRow, type Payment, updateCancelRequested } from "./store/payment.ts";
import { selectRefunds } from "./store/refund.ts";

/**
 * Makes sure that the customer pays nothing: a payment that is not charged yet never will be, and one
 * that is gets refunded. Safe to repeat. Throws `not_found`, `conflict` where the provider refuses the
 * refund, or `service_unavailable` where it does not answer; the request is kept then, and the job
 * carries it out.
 */
export async function cancelPayment(path: SalePath): Promise<Cancellation> {
  const payment = await requireSale(path);
  return await naming(payment, () => cancelSale(payment, path.caller));
}

/** The same for a payment that is the caller's. */
export async function cancelSale(payment: Payment, caller: Caller): Promise<Cancellation> {
  const ended = hasEndedUnpaid(payment) ? payment : await stop(payment, caller);
  if (ended.status === "failed") await closeFailed(ended);
  return await end(ended);
}

function hasEndedUnpaid({ status }: Payment): boolean {
  return status === "failed" || status === "canceled";
}

/** The payment once it has ended, as it was meant to or otherwise. */
async function stop(payment: Payment, caller: Caller): Promise<Payment> {
  // First: no attempt that begins from here on charges the payment, whatever becomes of this call.
  await updateCancelRequested(
    payment,
    actOf(caller, "payment.cancel_requested", {
      target: payment.id,
      before: { paymentStatus: payment.status },
    }),
  );
  const result = await withClaim(payment, { isDone: hasEnded, asksAgain: true }, settle);
  if (result.kind === "unknown") throw noAnswer(payment, result);
  if (!hasEnded(result.payment)) throw unavailable(payment);
  return result.payment;
}

function hasEnded({ status }: Payment): boolean {
  return status !== "pending" && status !== "requires_confirmation";
}

/** Gives back what was taken, also for a payment that had failed or was canceled by then. */
async function end(payment: Payment): Promise<Cancellation> {
  const refunds = await startCancelRefund(payment);
  let refused: Payment | undefined;
  for (const refund of refunds) {
    const carriedOut = await carryOutRefund(payment, refund);
    if (carriedOut.status === "failed") refused = carriedOut;
  }
  if (refused) {
    // Refused since less was left, for instance: then recording that has begun a refund of the rest, which
    // another call may have carried out by now.
    const known = await selectRefunds(payment, payment.id);
    const isGivenUp = known.every(isTaken) && refundableAmount(payment, known) > 0;
    if (isGivenUp) throw refundRefused(payment, refused.declineCode);
    return await end(payment);
  }
  const { id: paymentId, status: paymentStatus, refundedAmount } = await getPaymentRow(payment);
  const wasTaken = paymentStatus === "succeeded" || refunds.length > 0 || refundedAmount > 0;
  const outcome = wasTaken ? "refunded" : "not_charged";
  return { paymentId, outcome, paymentStatus, refundedAmount };
}

function refundRefused({ id: paymentId }: Payment, declineCode: string | null): AppError {
  return new AppError("conflict", {
    message: "The payment was made, and its provider refuses the refund",
    details: `reason: ${declineCode ?? "unknown"}`,
    paymentId,
  });
}
