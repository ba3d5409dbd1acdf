import type { AppError } from "#lib/core/errors.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { canceled, refused, unavailable } from "./describe.ts";
import { isChargeable, settlePayment } from "./settle.ts";
import { shareLooks } from "./share-looks.ts";
import {
  claimMs,
  claimPayment,
  type Payment,
  releasePayment,
  selectPayment,
} from "./store/payment.ts";

const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 250;
/** For the database's clock, which decides when a claim is over. */
const CLOCK_MARGIN_MS = 1_000;

export type ResumedPayment =
  /** Taken by its gateway: its first answer is to be given again. */
  | { state: "taken"; payment: Payment }
  /** Left without an answer and claimed for this call, which has to charge it under its own id. */
  | { state: "claimed"; payment: Payment };

/**
 * Where a repeated call goes on: a payment that another call is busy with is waited for. Throws what
 * the first call threw where the payment failed, `conflict` where it was canceled, or
 * `service_unavailable`.
 */
export async function resumePayment(existing: Payment): Promise<ResumedPayment> {
  const { state, payment } = await claimOrAwait(existing, ({ status }) => status !== "pending");
  if (state === "claimed" && isChargeable(payment)) return { state, payment };

  const settled = state === "claimed" ? await settleClaimed(payment) : payment;
  if (settled.status === "failed") throw refusedAgain(settled);
  // What was charged and is given back is no payment to hand goods out for either.
  if (settled.status === "canceled" || settled.cancelRequestedAt !== null) throw canceled(settled);
  return { state: "taken", payment: settled };
}

/**
 * Claims a payment that is not done yet, or waits until whoever is busy with it is done. Where that one
 * got no answer, this call goes on with `goesOn`, or throws `service_unavailable`.
 */
export async function claimOrAwait(
  payment: Payment,
  isDone: (payment: Payment) => boolean,
  { goesOn = false } = {},
): Promise<{ state: "done" | "claimed"; payment: Payment }> {
  if (isDone(payment)) return { state: "done", payment };
  const claimed = await claimPayment(payment);
  if (claimed) return { state: "claimed", payment: claimed };

  const giveUpAt = performance.now() + claimMs() + CLOCK_MARGIN_MS;
  for (let pause = 0; performance.now() < giveUpAt; pause = longerThan(pause)) {
    const now = await looks.after(pause, payment);
    if (now && isDone(now)) return { state: "done", payment: now };
    // The other call got no answer either: its failure is the answer to this one.
    if (now?.claimedUntil === null && !goesOn) break;

    // Its process is dead: the claim was longer than any call to the gateway lasts.
    const isOver = now !== undefined && (now.claimedUntil?.getTime() ?? 0) < Date.now();
    const taken = isOver ? await claimPayment(now) : undefined;
    if (taken) return { state: "claimed", payment: taken };
  }
  throw unavailable(payment);
}

/** However many calls of this process wait for a payment, they look at it together. */
const looks = shareLooks((payment: Payment) => selectPayment(payment, payment.id));

function longerThan(pause: number): number {
  return pause === 0 ? FIRST_PAUSE_MS : Math.min(pause * 1.5, LONGEST_PAUSE_MS);
}

/** Nobody came back in time, or somebody has canceled it: what counts is what the provider has. */
async function settleClaimed(claimed: Payment): Promise<Payment> {
  const gateway = await reselectClaimed(claimed);
  const settled = await settlePayment(gateway, claimed);
  if (!settled || settled.status === "pending") throw unavailable(claimed);
  return settled;
}

/** The gateway that the claimed payment began with. Throws `service_unavailable`, and ends the claim. */
export async function reselectClaimed(claimed: Payment) {
  return await reselectGateway(claimed).catch(async (error: unknown) => {
    await releasePayment(claimed, { wasAsked: false });
    throw error;
  });
}

function refusedAgain(payment: Payment): AppError {
  const error = refused(payment, payment.declineCode ?? "declined");
  error.headers["Idempotent-Replayed"] = "true";
  return error;
}

/**
 * Makes sure before the next attempt that the failed one is never paid: whoever has its client secret
 * could still do that, and the customer would pay twice. What was paid by then is given back. Throws
 * `service_unavailable` where the provider does not say.
 */
export async function closeAttempt(payment: Payment): Promise<void> {
  // Declined in the answer, or canceled there: nobody can pay it.
  if (payment.orderId === null || payment.status === "canceled") return;
  const settled = await settlePayment(await reselectGateway(payment), payment);
  if (!settled) throw unavailable(payment);
}
