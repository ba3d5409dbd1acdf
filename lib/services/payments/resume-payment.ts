import { setTimeout as delay } from "node:timers/promises";
import type { CreatedPayment } from "#lib/contract/payments.ts";
import { claimPayment, findPayment, type Payment } from "#lib/storage/payments.ts";
import { refused, unavailable } from "./charge-payment.ts";
import { claimMs } from "./claim.ts";
import { decryptClientSecret } from "./client-secret.ts";
import { describeCreation } from "./describe-payment.ts";

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
    const now = await findPayment(payment, payment.id);
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
