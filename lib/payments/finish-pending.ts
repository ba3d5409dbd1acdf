import type { Gateway } from "#lib/gateways/gateway.ts";
import { log } from "#lib/log/logger.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { findCharge, listProviderRefunds } from "./ask-gateway.ts";
import { chargeOrSettle } from "./charge.ts";
import { type Attempted, renewClaim, withFreeClaim } from "./claim.ts";
import { isTaken, makeRefund } from "./make-refund.ts";
import { recordFound } from "./record-outcome.ts";
import { recordProviderRefunds } from "./record-refund.ts";
import { decryptGatewayRequest } from "./seal.ts";
import { settle } from "./settle.ts";
import { startCancelRefund } from "./start-refund.ts";
import { getPaymentRow, type Payment, selectPayment } from "./store/payment.ts";
import {
  deletePending,
  deletePendingOfFinal,
  MAX_RETRY_DELAY_SECONDS,
  postponeMissedCheck,
  selectUnfinished,
  type UnfinishedPayment,
  updateNextCheck,
} from "./store/pending.ts";

const WORKERS = 8;
const MAX_PAYMENTS = 200;
const MIN_PAUSE_MS = 1000;
/** After this long an unfinished payment needs an operator to look at it. */
const ALARMING_AGE_MS = 60 * 60 * 1000;
/** A customer who has not confirmed a payment by then will not. */
const CONFIRMATION_MS = 24 * 60 * 60 * 1000;
const MAX_CHECK_PAUSE_SECONDS = 60 * 60;

/**
 * Finishes the payments and refunds whose process died, those that a gateway left without an answer, and
 * those that wait for their customer or provider. Returns when to look next, where something is left.
 */
export async function finishPendingPayments(): Promise<Date | undefined> {
  const unfinished = await selectUnfinished(MAX_PAYMENTS);
  // One queue for all workers: a gateway that hangs holds up one of them, not the rest.
  const queue = unfinished.filter(({ isDue }) => isDue).values();
  await Promise.all(Array.from({ length: WORKERS }, () => finishEach(queue)));

  const [next] = await selectUnfinished(1);
  return next && new Date(Math.max(next.dueAt.getTime(), Date.now() + MIN_PAUSE_MS));
}

async function finishEach(queue: Iterable<UnfinishedPayment>): Promise<void> {
  for (const payment of queue) await finishPayment(payment);
}

/** Takes the next step of one payment, unless another call is busy with it. */
export async function finishPayment(unfinished: PendingStep): Promise<void> {
  try {
    const progress = await withFreeClaim(unfinished, async (gateway, claimed) => {
      const step = await takeStep(gateway, claimed, unfinished);
      // Not an attempt to be repeated soon: until something changes at the provider, it will say the same.
      const isOtherMoney = step.kind === "unknown" && step.reason === "mismatch";
      return isOtherMoney ? await pause(claimed, unfinished.checks) : step;
    });
    if (!progress) return await dropFinal(unfinished);
    if (progress.kind === "recorded") {
      log().info({ payment_id: unfinished.id }, "a pending payment is finished");
    } else if (progress.kind === "unknown") {
      await postpone(unfinished);
      report(unfinished, { reason: "the gateway gave no answer" });
    }
  } catch (error) {
    // Whatever it is, such as an account that is gone: it is tried again later, and later each time.
    await postpone(unfinished, { isStuck: true });
    report(unfinished, { err: error });
  }
}

/** Of an unfinished payment, what does not depend on its turn */
type PendingStep = Omit<UnfinishedPayment, "dueAt" | "isDue">;

/** Drops the pending row of a payment that has ended elsewhere; first, one that was to be canceled is refunded. */
async function dropFinal({ id, organizationId, environment }: PendingStep): Promise<void> {
  const now = await selectPayment({ organizationId, environment }, id);
  if (now?.status === "succeeded" && now.cancelRequestedAt !== null) {
    await startCancelRefund(now, { unlessBegun: true });
    return await deletePending(id);
  }
  if (now) await deletePendingOfFinal(id);
  else await deletePending(id);
}

/** Takes the step that the payment is at. `waiting` is for the customer or the provider, however long they take. */
async function takeStep(
  gateway: Gateway,
  claimed: Payment,
  { gatewayRequest, checks }: PendingStep,
): Promise<Attempted> {
  if (claimed.refundOf !== null) return await finishRefund(gateway, claimed, checks);
  if (claimed.status === "canceled") return await checkForLateCharge(gateway, claimed, checks);
  if (claimed.status === "requires_confirmation") {
    return await checkConfirmation(gateway, claimed, checks);
  }
  if (gatewayRequest === null) return await settle(gateway, claimed);
  return await chargeOrSettle(gateway, claimed, decryptGatewayRequest(claimed.id, gatewayRequest));
}

/** Asks for a payment that its customer or provider has to decide. */
async function checkConfirmation(
  gateway: Gateway,
  claimed: Payment,
  checks: number,
): Promise<Attempted> {
  const isOverdue = Date.now() - claimed.createdAt.getTime() > CONFIRMATION_MS;
  if (isOverdue || claimed.cancelRequestedAt !== null) return await settle(gateway, claimed);
  if (await recordFound(claimed, await findCharge(gateway, claimed))) return { kind: "recorded" };
  return await pause(claimed, checks);
}

/** After the longest time that a call can have been on its way: a charge that came through is refunded. */
async function checkForLateCharge(
  gateway: Gateway,
  claimed: Payment,
  checks: number,
): Promise<Attempted> {
  const found = await findCharge(gateway, claimed);
  if (found.kind === "unknown") return await pause(claimed, checks);
  // Created after all, and still to be paid: its customer must not.
  if (found.kind === "requires_confirmation") {
    await renewClaim(claimed);
    const settled = await settle(gateway, claimed);
    if (settled.kind === "unknown") return settled;
  }
  await recordFound(claimed, found);
  await deletePending(claimed.id);
  return { kind: "waiting" };
}

async function finishRefund(
  gateway: Gateway,
  claimed: Payment,
  checks: number,
): Promise<Attempted> {
  const sale = claimed.refundOf && (await selectPayment(claimed, claimed.refundOf));
  if (!sale) throw new Error("a refund has a sale");
  if (!isTaken(claimed)) {
    const made = await makeRefund(gateway, claimed, sale);
    if (made.kind === "unknown") return made;
  } else {
    const listing = await listProviderRefunds(gateway, sale);
    // Where it says the opposite of what a notification has recorded since, that one was faster.
    if (listing) await inTransaction((db) => recordProviderRefunds(db, sale, listing));
  }
  const { status } = await getPaymentRow(claimed);
  return status === "pending" ? await pause(claimed, checks) : { kind: "recorded" };
}

/** Until the next look, longer each time. */
async function pause({ id }: Payment, checks: number): Promise<{ kind: "waiting" }> {
  await updateNextCheck(id, Math.min(MAX_CHECK_PAUSE_SECONDS, secondsUntilNextLook(checks)));
  return { kind: "waiting" };
}

/**
 * A look that led nowhere makes room for the others: due again at once, it would be in every batch. One that is
 * stuck is no attempt, after which the pauses would grow by themselves.
 */
async function postpone(
  { id, checks }: PendingStep,
  { isStuck } = { isStuck: false },
): Promise<void> {
  const delay = Math.min(MAX_RETRY_DELAY_SECONDS, secondsUntilNextLook(checks));
  await postponeMissedCheck(id, delay, { isStuck });
}

function secondsUntilNextLook(checks: number): number {
  return 10 * 2 ** Math.min(checks, 10);
}

function report({ id, createdAt, gatewayAttempts }: PendingStep, why: object): void {
  const isAlarming = Date.now() - createdAt.getTime() > ALARMING_AGE_MS;
  log()[isAlarming ? "error" : "warn"](
    { payment_id: id, attempts: gatewayAttempts, created_at: createdAt, ...why },
    "a payment is not finished yet",
  );
}
