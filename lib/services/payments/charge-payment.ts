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

/** Tells a malformed request from a declined card in the one column that keeps the reason. */
const INVALID = "invalid_request: ";

/**
 * Asks the gateway and writes down what it said. No database connection is held meanwhile.
 * Throws `payment_declined`, `invalid_request` for what the provider finds malformed, or
 * `service_unavailable` where there was no answer.
 */
export async function chargePayment(
  gateway: Gateway,
  payment: Payment,
  request: PaymentRequest,
  { amount, items = [] }: Order,
): Promise<CreatedPayment> {
  const outcome = await chargeWithin(config().gatewayTimeoutMs, gateway, {
    paymentId: payment.id,
    attempt: payment.gatewayAttempts,
    amount,
    currency: payment.currency,
    items,
    taxAmount: request.taxAmount,
    paymentMethod: request.paymentMethod,
    cardNonce: request.cardNonce,
    receiptId: payment.receiptId,
    merchantId: request.merchantId,
    transactionId: request.transactionId,
    organizationId: payment.organizationId,
    environment: payment.environment,
  });
  return await recordOutcome(payment, outcome);
}

async function recordOutcome(payment: Payment, outcome: ChargeOutcome): Promise<CreatedPayment> {
  switch (outcome.kind) {
    case "succeeded":
    case "requires_confirmation": {
      const { kind: status, orderId, clientSecret } = outcome;
      const encrypted = await encryptClientSecret(payment.id, clientSecret);
      await recordResult(pool(), payment, { status, orderId, clientSecret: encrypted });
      return describeCreation({ ...payment, status, orderId }, clientSecret);
    }
    case "declined":
    case "invalid": {
      const { kind, reason } = outcome;
      // Failed either way: nothing was charged, and the natural key is free for a corrected body.
      const declineCode = kind === "invalid" ? `${INVALID}${reason}` : reason;
      await recordResult(pool(), payment, { status: "failed", declineCode });
      throw refused(declineCode);
    }
    case "unknown":
      await releasePayment(payment);
      throw unavailable(outcome.reason === "not_asked" ? outcome.retryAfterMs : undefined);
  }
}

/** The answer to a payment that failed with `declineCode`: 402, or 400 where the request was wrong. */
export function refused(declineCode: string): AppError {
  if (declineCode.startsWith(INVALID)) {
    return new AppError("invalid_request", {
      message: "The payment provider does not take this request",
      details: declineCode.slice(INVALID.length),
    });
  }
  return new AppError("payment_declined", {
    message: "The payment was declined",
    details: `reason: ${declineCode}`,
  });
}

export function unavailable(retryAfterMs = 1_000): AppError {
  return new AppError("service_unavailable", {
    message: "The payment gateway gave no answer; send the same request again to go on from there",
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  });
}
