import { setTimeout as delay } from "node:timers/promises";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { refused, unavailable } from "./describe.ts";
import { recordOutcome } from "./record-outcome.ts";
import { claimMs, claimPayment, type Payment, selectPayment } from "./store/payment.ts";

const POLL_INTERVAL_MS = 15;
/** For the database's clock, which decides when a claim is over. */
const CLOCK_MARGIN_MS = 1_000;

export type ResumedPayment =
  /** Taken by its gateway: its first answer is to be given again. */
  | { state: "taken"; payment: Payment }
  /** Left without an answer and claimed for this call, which has to charge it under its own id. */
  | { state: "claimed"; payment: Payment };

/**
 * Where a repeated call goes on: a payment that another call is busy with is waited for. Throws what
 * the first call threw where the payment failed, or `service_unavailable`.
 */
export async function resumePayment(payment: Payment): Promise<ResumedPayment> {
  if (payment.status === "failed") throw refusedAgain(payment);
  if (payment.status !== "pending") return { state: "taken", payment };

  const claimed = await claimPayment(payment);
  return claimed ? { state: "claimed", payment: claimed } : await awaitOther(payment);
}

async function awaitOther(payment: Payment): Promise<ResumedPayment> {
  const giveUpAt = performance.now() + claimMs() + CLOCK_MARGIN_MS;
  while (performance.now() < giveUpAt) {
    const now = await selectPayment(payment, payment.id);
    if (now?.status === "failed") throw refusedAgain(now);
    if (now && now.status !== "pending") return { state: "taken", payment: now };
    // The other call got no answer either: its failure is the answer to this one.
    if (now?.claimedUntil === null) break;

    // Its process is dead: the claim was longer than any call to the gateway lasts.
    const isOver = now !== undefined && now.claimedUntil.getTime() < Date.now();
    const claimed = isOver ? await claimPayment(now) : undefined;
    if (claimed) return { state: "claimed", payment: claimed };
    await delay(POLL_INTERVAL_MS);
  }
  throw unavailable(undefined, payment);
}

function refusedAgain(payment: Payment): AppError {
  const error = refused(payment, payment.declineCode ?? "declined");
  error.headers["Idempotent-Replayed"] = "true";
  return error;
}

/**
 * Ends a failed attempt for good before the next one begins: whoever has its client secret could
 * still pay it, and the customer would pay twice. Throws `conflict` where that has happened, or
 * `service_unavailable` where the provider does not say.
 */
export async function closeAttempt(payment: Payment): Promise<void> {
  // Declined in the answer: nobody was given a secret.
  if (payment.orderId === null) return;

  const gateway = await reselectGateway(payment);
  const signal = AbortSignal.timeout(config().gatewayTimeoutMs);
  const outcome = await gateway.cancel?.(payment.orderId, signal);
  if (!outcome || outcome.kind === "declined") return;

  if (outcome.kind === "succeeded") {
    await recordOutcome(payment, outcome, { failuresCanRecover: true });
    throw new AppError("conflict", {
      message: "This payment was made after all, with another card",
      details: "merchantId, receiptId, transactionId: belong to a payment that was made",
    });
  }
  throw unavailable();
}
