import { config } from "#lib/config.ts";
import type { Gateway, Unknown } from "#lib/gateways/gateway.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { askForCancel } from "./ask-gateway.ts";
import { noAnswer } from "./describe.ts";
import { type RecordedAnswer, recordOutcome } from "./record-outcome.ts";
import { getPaymentRow, type Payment } from "./store/payment.ts";

/**
 * Whether the gateway may still be asked to charge the payment. PAYMENT_SETTLE_MINUTES after the first call, or
 * once its cancellation was requested, it may not: the customer has paid in another way by then, or has left.
 */
export function isChargeable({ cancelRequestedAt, createdAt }: Payment): boolean {
  const age = Date.now() - createdAt.getTime();
  return cancelRequestedAt === null && age < config().paymentSettleMs;
}

/**
 * Ends a payment that is not to be charged any more: as paid if the provider has taken the money, else as
 * canceled. `superseded` if it had ended already.
 */
export async function settle(
  gateway: Gateway,
  payment: Payment,
): Promise<RecordedAnswer | Unknown> {
  const outcome = await askForCancel(gateway, payment);
  if (outcome.kind === "unknown") return outcome;
  const isRecorded = await recordOutcome(payment, outcome);
  return { kind: isRecorded ? "recorded" : "superseded", payment: await getPaymentRow(payment) };
}

/**
 * Makes sure that a payment that has failed is never paid: its client secret would still allow that, and the
 * customer would pay twice. What was paid by then is given back. Throws `service_unavailable` where the provider
 * does not say.
 */
export async function closeFailed(payment: Payment): Promise<void> {
  // Declined in the answer, or canceled there: it cannot be paid.
  if (payment.orderId === null || payment.status === "canceled") return;
  const settled = await settle(await reselectGateway(payment), payment);
  if (settled.kind === "unknown") throw noAnswer(payment, settled);
}
