import { config } from "#lib/config.ts";
import type { CreatedPayment } from "#lib/contract/payments.ts";
import type { PaymentRequest } from "#lib/contract/receipt-fields.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { chargeWithin } from "#lib/gateways/charge-within.ts";
import type { ChargeOutcome, Gateway } from "#lib/gateways/gateway.ts";
import { pool } from "#lib/storage/database.ts";
import { type Payment, recordResult, releasePayment } from "#lib/storage/payments.ts";
import { encryptClientSecret } from "./client-secret.ts";
import { describeCreation } from "./describe-payment.ts";
import type { Order } from "./settle-order.ts";

/**
 * Asks the gateway and writes down what it said. No database connection is held meanwhile.
 * Throws `payment_declined`, or `service_unavailable` where there was no answer.
 */
export async function chargePayment(
  gateway: Gateway,
  payment: Payment,
  { paymentMethod, cardNonce }: PaymentRequest,
  { amount, items = [] }: Order,
): Promise<CreatedPayment> {
  const outcome = await chargeWithin(config().gatewayTimeoutMs, gateway, {
    paymentId: payment.id,
    attempt: payment.gatewayAttempts,
    amount,
    currency: payment.currency,
    items,
    paymentMethod,
    cardNonce,
  });
  return await recordOutcome(payment, outcome);
}

async function recordOutcome(payment: Payment, outcome: ChargeOutcome): Promise<CreatedPayment> {
  switch (outcome.kind) {
    case "succeeded":
    case "requires_confirmation": {
      const { kind: status, orderId, clientSecret } = outcome;
      const encrypted = encryptClientSecret(payment.id, clientSecret);
      await recordResult(pool(), payment, { status, orderId, clientSecret: encrypted });
      return describeCreation({ ...payment, status, orderId }, clientSecret);
    }
    case "declined":
      await recordResult(pool(), payment, { status: "failed", declineCode: outcome.reason });
      throw declined(outcome.reason);
    case "unknown":
      await releasePayment(payment);
      throw unavailable();
  }
}

export function declined(reason: string): AppError {
  return new AppError("payment_declined", {
    message: "The payment was declined",
    details: `reason: ${reason}`,
  });
}

export function unavailable(): AppError {
  return new AppError("service_unavailable", {
    message: "The payment gateway gave no answer; send the same request again to go on from there",
    headers: { "Retry-After": "1" },
  });
}
