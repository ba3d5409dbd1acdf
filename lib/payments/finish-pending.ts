import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { log } from "#lib/log/logger.ts";
import { askGateway, claimMs } from "./charge.ts";
import { decryptGatewayRequest } from "./order.ts";
import {
  claimPayment,
  type Payment,
  releasePayment,
  selectNextDue,
  selectUnfinished,
  type UnfinishedPayment,
} from "./store/payment.ts";

const AT_ONCE = 8;
const MOST = 200;
const SHORTEST_PAUSE_MS = 1000;
/** After this long an unfinished payment is somebody's business. */
const ALARMING_AGE_MS = 60 * 60 * 1000;

/**
 * Finishes the payments whose process died, and those that a gateway left without an answer: asks
 * again under the same idempotency key. Returns when to look next, where something is left.
 */
export async function finishPendingPayments(): Promise<Date | undefined> {
  const unfinished = await selectUnfinished(MOST);
  // One queue for all lanes: a gateway that hangs holds one of them, not the rest.
  const queue = unfinished.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => finishEach(queue)));

  const due = await selectNextDue();
  return due && new Date(Math.max(due.getTime(), Date.now() + SHORTEST_PAUSE_MS));
}

async function finishEach(queue: Iterable<UnfinishedPayment>): Promise<void> {
  for (const payment of queue) await finish(payment);
}

async function finish(unfinished: UnfinishedPayment): Promise<void> {
  const claimed = await claimPayment(unfinished, claimMs());
  // The client's retry was faster.
  if (!claimed) return;

  try {
    const gateway = await reselectGateway(claimed);
    const request = decryptGatewayRequest(unfinished.id, unfinished.gatewayRequest);
    const outcome = await askGateway(gateway, claimed, request);
    if (outcome.kind === "unknown") return report(claimed, { reason: outcome.reason });
    log().info({ payment_id: claimed.id, outcome: outcome.kind }, "a pending payment is finished");
  } catch (error) {
    // Whatever it is, such as credentials that do not decrypt: later is another try.
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
