import { setTimeout as delay } from "node:timers/promises";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { pool } from "#lib/storage/database.ts";
import { claimMs, refused, unavailable } from "./charge.ts";
import type { CreatedPayment } from "./contract.ts";
import { describeCreation } from "./describe.ts";
import { decryptClientSecret, recordOutcome } from "./record-outcome.ts";
import { claimPayment, type Payment, selectPayment } from "./store/payment.ts";

const POLL_MS = 15;
/** For the database's clock, which decides when a claim is over. */
const CLOCK_MARGIN_MS = 1_000;

type Settled = { state: "created" | "replayed"; payment: CreatedPayment };

/**
 * Answers a repeated call. A payment that is settled is replayed; one that another call is busy
 * with is waited for; one that was left without an answer is charged again under its own id.
 */
export async function resumePayment(
  payment: Payment,
  charge: (payment: Payment) => Promise<CreatedPayment>,
): Promise<Settled> {
  if (payment.status === "failed") throw refusedAgain(payment);
  if (payment.status !== "pending") return await replay(payment);

  const claimed = await claimPayment(payment, claimMs());
  if (claimed) return { state: "created", payment: await charge(claimed) };
  return await awaitOther(payment, charge);
}

async function awaitOther(
  payment: Payment,
  charge: (payment: Payment) => Promise<CreatedPayment>,
): Promise<Settled> {
  const patience = performance.now() + claimMs() + CLOCK_MARGIN_MS;
  while (performance.now() < patience) {
    const now = await selectPayment(payment, payment.id);
    if (now?.status === "failed") throw refusedAgain(now);
    if (now && now.status !== "pending") return await replay(now);
    // The other call got no answer either: its failure is the answer to this one.
    if (now?.claimedUntil === null) break;

    // Its process is dead: it had longer than any call to the gateway lasts.
    const isOver = now !== undefined && now.claimedUntil.getTime() < Date.now();
    const claimed = isOver ? await claimPayment(now, claimMs()) : undefined;
    if (claimed) return { state: "created", payment: await charge(claimed) };
    await delay(POLL_MS);
  }
  throw unavailable(undefined, payment);
}

async function replay(payment: Payment): Promise<Settled> {
  const clientSecret = decryptClientSecret(payment);
  return { state: "replayed", payment: describeCreation(payment, clientSecret) };
}

function refusedAgain(payment: Payment): Error {
  const error = refused(payment, payment.declineCode ?? "declined");
  error.headers["Idempotent-Replayed"] = "true";
  return error;
}

/**
 * Ends a failed attempt for good before the next one begins: whoever was given its client secret could
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
    await recordOutcome(pool(), payment, outcome, { failsForNow: true });
    throw new AppError("conflict", {
      message: "This payment was made after all, with another card",
      details: "merchantId, receiptId, transactionId: belong to a payment that was made",
    });
  }
  throw unavailable();
}
