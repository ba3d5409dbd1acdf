import { actOf } from "#lib/audit/act.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Cancellation } from "./contract-refunds.ts";
import { unavailable } from "./describe.ts";
import { requireSale, type SalePath } from "./get.ts";
import { carryOutRefund, isTaken } from "./refund.ts";
import { claimOrAwait, closeAttempt, reselectClaimed } from "./resume.ts";
import { settlePayment } from "./settle.ts";
import { refundableAmount, startCancelRefund } from "./start-refund.ts";
import { type Payment, selectPayment, updateCancelRequested } from "./store/payment.ts";
import { selectRefunds } from "./store/refund.ts";
import { withPaymentId } from "./with-payment-id.ts";

/**
 * Makes sure that the customer pays nothing: a payment that is not charged yet never will be, and one
 * that is gets refunded. Safe to repeat. Throws `not_found`, `conflict` where the provider refuses the
 * refund, or `service_unavailable` where it does not answer; the wish is kept then, and the job carries
 * it out.
 */
export async function cancelPayment(path: SalePath): Promise<Cancellation> {
  const payment = await requireSale(path);
  return await withPaymentId(payment.id, () => cancelSale(payment, path.caller));
}

async function cancelSale(payment: Payment, caller: Caller): Promise<Cancellation> {
  switch (payment.status) {
    case "failed":
      await closeAttempt(payment);
      return await end(payment);
    case "canceled":
      return await end(payment);
    default:
      // The wish comes first: from here on nothing charges the payment, whatever becomes of this call.
      await updateCancelRequested(
        payment,
        actOf(caller, "payment.cancel_requested", {
          target: payment.id,
          before: { paymentStatus: payment.status },
        }),
      );
      return await end(await stop(payment));
  }
}

/** The payment once it has ended. */
async function stop(payment: Payment): Promise<Payment> {
  const isDone = ({ status }: Payment) =>
    status !== "pending" && status !== "requires_confirmation";
  const { state, payment: claimed } = await claimOrAwait(payment, isDone, { goesOn: true });
  if (state === "done") return claimed;

  const settled = await settlePayment(await reselectClaimed(claimed), claimed);
  if (!settled || !isDone(settled)) throw unavailable(payment);
  return settled;
}

/** Gives back what was taken, also for a payment that had failed or was canceled by then. */
async function end(payment: Payment): Promise<Cancellation> {
  const refunds = await startCancelRefund(payment);
  let refused: Payment | undefined;
  for (const refund of refunds) {
    const carriedOut = await carryOutRefund(payment, refund, { goesOn: true });
    if (carriedOut.status === "failed") refused = carriedOut;
  }
  if (refused) {
    // Refused since less was left, for instance: then the rest of it has been begun with that news, and
    // somebody else may have carried it out by now.
    const known = await selectRefunds(payment, payment.id);
    const isGivenUp = known.every(isTaken) && refundableAmount(payment, known) > 0;
    if (isGivenUp) throw refundRefused(payment, refused.declineCode);
    return await end(payment);
  }
  const now = (await selectPayment(payment, payment.id)) ?? payment;
  const { id: paymentId, status: paymentStatus, refundedAmount } = now;
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
