import { config } from "#lib/config.ts";
import type { Gateway } from "#lib/gateways/gateway.ts";
import { cancelCharge } from "./charge.ts";
import { recordOutcome } from "./record-outcome.ts";
import { type Payment, releasePayment, selectPayment } from "./store/payment.ts";

/**
 * Whether the gateway may still be asked to charge the payment. Once nobody has come back for it for
 * PAYMENT_SETTLE_MINUTES, or its cancellation was asked for, it may not: the customer has paid in
 * another way by then, or has left.
 */
export function isChargeable({ cancelRequestedAt, createdAt }: Payment): boolean {
  const age = Date.now() - createdAt.getTime();
  return cancelRequestedAt === null && age < config().paymentSettleMs;
}

/**
 * Ends a claimed payment that is not to be charged any more: as paid where the provider has taken the
 * money, else as canceled. Returns it as it is then; undefined where the provider does not say.
 */
export async function settlePayment(
  gateway: Gateway,
  claimed: Payment,
): Promise<Payment | undefined> {
  const outcome = await cancelCharge(gateway, claimed);
  if (outcome.kind === "unknown") {
    await releasePayment(claimed, { wasAsked: outcome.reason !== "not_asked" });
    return undefined;
  }
  await recordOutcome(claimed, outcome);
  return await selectPayment(claimed, claimed.id);
}
