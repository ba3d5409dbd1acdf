import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { log } from "#lib/log/logger.ts";
import { chargePayment } from "./charge.ts";
import { recordAnswer } from "./record-outcome.ts";
import { decryptGatewayRequest } from "./seal.ts";
import {
  claimPayment,
  type Payment,
  releasePayment,
  selectUnfinished,
  type UnfinishedPayment,
} from "./store/payment.ts";

const WORKERS = 8;
const MAX_PAYMENTS = 200;
const MIN_PAUSE_MS = 1000;
/** After this long an unfinished payment needs somebody to look at it. */
const ALARMING_AGE_MS = 60 * 60 * 1000;

/**
 * Finishes the payments whose process died, and those that a gateway left without an answer: charges
 * again under the same idempotency key. Returns when to look next, where something is left.
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
  for (const payment of queue) await finish(payment);
}

async function finish(unfinished: UnfinishedPayment): Promise<void> {
  const claimed = await claimPayment(unfinished);
  // The client's retry was faster.
  if (!claimed) return;

  try {
    const gateway = await reselectGateway(claimed);
    const request = decryptGatewayRequest(unfinished.id, unfinished.gatewayRequest);
    const outcome = await chargePayment(gateway, claimed, request);
    await recordAnswer(claimed, outcome);
    if (outcome.kind === "unknown") return report(claimed, { reason: outcome.reason });
    log().info({ payment_id: claimed.id, outcome: outcome.kind }, "a pending payment is finished");
  } catch (error) {
    // Whatever it is, such as credentials that do not decrypt: it is tried again later.
    await releasePayment(claimed);
    report(claimed, { err: error });
  }
}

function report({ id, createdAt, gatewayAttempts }: Payment, why: object): void {
  const isAlarming = Date.now() - createdAt.getTime() > ALARMING_AGE_MS;
  log()[isAlarming ? "error" : "warn"](
    { payment_id: id, attempts: gatewayAttempts, created_at: createdAt, ...why },
    "a pending payment could not be finished yet",
  );
}
