import type { Gateway } from "#lib/gateways/gateway.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { log } from "#lib/log/logger.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { askForRefund } from "./ask-for-refund.ts";
import { chargePayment, findCharge, listProviderRefunds } from "./charge.ts";
import { recordAnswer, recordFound } from "./record-outcome.ts";
import { recordProviderRefunds } from "./record-refund.ts";
import { isTaken } from "./refund.ts";
import { decryptGatewayRequest } from "./seal.ts";
import { isChargeable, settlePayment } from "./settle.ts";
import { startCancelRefund } from "./start-refund.ts";
import { claimPayment, type Payment, releasePayment, selectPayment } from "./store/payment.ts";
import {
  deletePending,
  MAX_RETRY_DELAY_SECONDS,
  postponeMissedCheck,
  selectUnfinished,
  type UnfinishedPayment,
  updateNextCheck,
} from "./store/pending.ts";

const WORKERS = 8;
const MAX_PAYMENTS = 200;
const MIN_PAUSE_MS = 1000;
/** After this long an unfinished payment needs somebody to look at it. */
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

/** Takes the next step of one payment, unless somebody else is busy with it. */
export async function finishPayment(unfinished: PendingStep): Promise<void> {
  const claimed = await claimPayment(unfinished);
  // The client's retry was faster, or the payment is final.
  if (!claimed) return await forgetFinal(unfinished);

  try {
    const gateway = await reselectGateway(claimed);
    const progress = await goOn(gateway, claimed, unfinished);
    if (progress === "finished") {
      log().info({ payment_id: claimed.id }, "a pending payment is finished");
    } else if (progress === "no answer") {
      await postpone(claimed, unfinished.checks);
      report(claimed, { reason: "the gateway gave no answer" });
    }
  } catch (error) {
    // Whatever it is, such as credentials that do not decrypt: it is tried again later.
    await postpone(claimed, unfinished.checks);
    await releasePayment(claimed);
    report(claimed, { err: error });
  }
}

/** Of an unfinished payment, what does not depend on its turn */
type PendingStep = Omit<UnfinishedPayment, "dueAt" | "isDue">;

/** A row that is left of a payment whose end was recorded elsewhere; what was not to be paid is refunded. */
async function forgetFinal({ id, organizationId, environment }: PendingStep): Promise<void> {
  const now = await selectPayment({ organizationId, environment }, id);
  if (now?.status === "succeeded" && now.cancelRequestedAt !== null) {
    await startCancelRefund(now, { unlessBegun: true });
  }
  if (!now || now.status === "succeeded" || now.status === "failed") await deletePending(id);
}

/** `waiting` is for the customer or the provider, who have all the time they need. */
type Progress = "finished" | "waiting" | "no answer";

/** Takes the step that the payment is at. */
async function goOn(
  gateway: Gateway,
  claimed: Payment,
  { gatewayRequest, checks }: PendingStep,
): Promise<Progress> {
  if (claimed.refundOf !== null) return await finishRefund(gateway, claimed, checks);
  if (claimed.status === "canceled") return await lookOnceMore(gateway, claimed, checks);
  if (claimed.status === "requires_confirmation") {
    return await lookAfter(gateway, claimed, checks);
  }
  if (!isChargeable(claimed) || gatewayRequest === null) {
    return (await settlePayment(gateway, claimed)) ? "finished" : "no answer";
  }

  const request = decryptGatewayRequest(claimed.id, gatewayRequest);
  const outcome = await chargePayment(gateway, claimed, request);
  await recordAnswer(claimed, outcome);
  return outcome.kind === "unknown" ? "no answer" : "finished";
}

/** Asks for a payment that its customer or provider has to decide. */
async function lookAfter(gateway: Gateway, claimed: Payment, checks: number): Promise<Progress> {
  const isOverdue = Date.now() - claimed.createdAt.getTime() > CONFIRMATION_MS;
  if (isOverdue || claimed.cancelRequestedAt !== null) {
    return (await settlePayment(gateway, claimed)) ? "finished" : "no answer";
  }
  if (await recordFound(claimed, await findCharge(gateway, claimed))) return "finished";
  return await pause(claimed, checks);
}

/** After the longest time that a call can have been on its way: a charge that came through is refunded. */
async function lookOnceMore(gateway: Gateway, claimed: Payment, checks: number): Promise<Progress> {
  const found = await findCharge(gateway, claimed);
  if (found.kind === "unknown") return await pause(claimed, checks);
  // Created after all, and still to be paid: its customer must not.
  const isOpen = found.kind === "requires_confirmation";
  if (isOpen && !(await settlePayment(gateway, claimed))) return "no answer";
  await recordFound(claimed, found);
  await releasePayment(claimed);
  await deletePending(claimed.id);
  return "finished";
}

async function finishRefund(gateway: Gateway, claimed: Payment, checks: number): Promise<Progress> {
  const sale = claimed.refundOf && (await selectPayment(claimed, claimed.refundOf));
  if (!sale) throw new Error("a refund has a sale");
  if (!isTaken(claimed)) {
    const outcome = await askForRefund(gateway, claimed, sale);
    if (outcome.kind === "unknown") return "no answer";
  } else {
    const listing = await listProviderRefunds(gateway, sale);
    // What it says about others has come too late, if somebody else was faster: they have notified of it.
    if (listing) await inTransaction((db) => recordProviderRefunds(db, sale, listing));
  }
  const now = await selectPayment(claimed, claimed.id);
  return now?.status === "pending" ? await pause(claimed, checks) : "finished";
}

/** Until the next look, longer each time. */
async function pause(claimed: Payment, checks: number): Promise<"waiting"> {
  await updateNextCheck(
    claimed.id,
    Math.min(MAX_CHECK_PAUSE_SECONDS, secondsUntilNextLook(checks)),
  );
  await releasePayment(claimed);
  return "waiting";
}

/** A look that led nowhere makes room for the others: due again at once, it would be in every batch. */
async function postpone({ id }: Payment, checks: number): Promise<void> {
  await postponeMissedCheck(id, Math.min(MAX_RETRY_DELAY_SECONDS, secondsUntilNextLook(checks)));
}

function secondsUntilNextLook(checks: number): number {
  return 10 * 2 ** Math.min(checks, 10);
}

function report({ id, createdAt, gatewayAttempts }: Payment, why: object): void {
  const isAlarming = Date.now() - createdAt.getTime() > ALARMING_AGE_MS;
  log()[isAlarming ? "error" : "warn"](
    { payment_id: id, attempts: gatewayAttempts, created_at: createdAt, ...why },
    "a payment is not finished yet",
  );
}
