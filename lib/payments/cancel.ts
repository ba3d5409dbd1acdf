import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { Cancellation } from "./contract-refunds.ts";
import { unavailable } from "./describe.ts";
import { requireSale } from "./get.ts";
import { carryOutRefund } from "./refund.ts";
import { claimOrAwait, closeAttempt, reselectClaimed } from "./resume.ts";
import { settlePayment } from "./settle.ts";
import { type StoredRefund, startCancelRefund } from "./start-refund.ts";
import { type Payment, selectPayment, updateCancelRequested } from "./store/payment.ts";

/**
 * Makes sure that the customer pays nothing: a payment that is not charged yet never will be, and one
 * that is gets refunded. Safe to repeat. Throws `not_found`, `conflict` where the provider refuses the
 * refund, or `service_unavailable` where it does not answer; the wish is kept then, and the job carries
 * it out.
 */
export async function cancelPayment({
  caller,
  gateway,
  paymentId,
}: {
  caller: Tenant;
  gateway: GatewayName;
  paymentId: string;
}): Promise<Cancellation> {
  const payment = await requireSale({ caller, gateway, paymentId });
  switch (payment.status) {
    case "pending":
    case "requires_confirmation":
      // The wish comes first: from here on nothing charges the payment, whatever becomes of this call.
      await updateCancelRequested(payment);
      return await end(await stop(payment));
    case "failed":
      await closeAttempt(payment);
      return await end(payment);
    default:
      return await end(payment);
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
  for (const refund of refunds) await carryOut(payment, refund);
  const now = (await selectPayment(payment, payment.id)) ?? payment;
  const { id: paymentId, status: paymentStatus, refundedAmount } = now;
  const wasTaken = paymentStatus === "succeeded" || refunds.length > 0 || refundedAmount > 0;
  const outcome = wasTaken ? "refunded" : "not_charged";
  return { paymentId, outcome, paymentStatus, refundedAmount };
}

async function carryOut(payment: Payment, stored: StoredRefund): Promise<void> {
  const refund = await carryOutRefund(payment, stored, { goesOn: true });
  if (refund.status !== "failed") return;
  throw new AppError("conflict", {
    message: "The payment was made, and its provider refuses the refund",
    details: `reason: ${refund.declineCode ?? "unknown"}`,
    paymentId: payment.id,
  });
}
