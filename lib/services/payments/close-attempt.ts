import { config } from "#lib/config.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { pool } from "#lib/storage/database.ts";
import type { Payment } from "#lib/storage/payments.ts";
import { unavailable } from "./charge-payment.ts";
import { recordOutcome } from "./record-outcome.ts";

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
