import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Charge, ChargeOutcome, Gateway } from "#lib/gateways/gateway.ts";
import { log } from "#lib/log/logger.ts";
import type { CreatedPayment } from "./contract.ts";
import { describeCreation } from "./describe.ts";
import type { GatewayRequest } from "./order.ts";
import { declineCodeOf, INVALID, recordAnswer } from "./record-outcome.ts";
import { type Payment, releasePayment } from "./store/payment.ts";

/**
 * Takes the payment and answers for it.
 * Throws `payment_declined`, `invalid_request` for what the provider finds malformed, or
 * `service_unavailable` where there was no answer.
 */
export async function chargePayment(
  gateway: Gateway,
  payment: Payment,
  request: GatewayRequest,
): Promise<CreatedPayment> {
  const outcome = await askGateway(gateway, payment, request);
  switch (outcome.kind) {
    case "succeeded":
    case "requires_confirmation": {
      const { kind: status, orderId, clientSecret } = outcome;
      return describeCreation({ ...payment, status, orderId }, clientSecret);
    }
    case "declined":
    case "invalid":
      throw refused(payment, declineCodeOf(outcome));
    case "unknown":
      throw unavailable(outcome.reason === "not_asked" ? outcome.retryAfterMs : undefined, payment);
  }
}

/**
 * Asks the gateway and writes down what it said; the claim on the payment ends with that. No
 * database connection is held meanwhile.
 */
export async function askGateway(
  gateway: Gateway,
  payment: Payment,
  request: GatewayRequest,
): Promise<ChargeOutcome> {
  const outcome = await chargeWithin(config().gatewayTimeoutMs, gateway, {
    ...request,
    paymentId: payment.id,
    attempt: payment.gatewayAttempts,
    amount: payment.amount,
    currency: payment.currency,
    receiptId: payment.receiptId,
    merchantId: payment.merchantId,
    transactionId: payment.transactionId,
    organizationId: payment.organizationId,
    environment: payment.environment,
  });
  if (outcome.kind === "unknown") {
    await releasePayment(payment, { wasAsked: outcome.reason !== "not_asked" });
  } else {
    await recordAnswer(payment, outcome);
  }
  return outcome;
}

/** The answer to a payment that failed with `declineCode`: 402, or 400 where the request was wrong. */
export function refused({ id: paymentId }: Payment, declineCode: string): AppError {
  if (declineCode.startsWith(INVALID)) {
    return new AppError("invalid_request", {
      message: "The payment provider does not take this request",
      details: declineCode.slice(INVALID.length),
      paymentId,
    });
  }
  return new AppError("payment_declined", {
    message: "The payment was declined",
    details: `reason: ${declineCode}`,
    paymentId,
  });
}

export function unavailable(retryAfterMs = 1_000, payment?: Payment): AppError {
  return new AppError("service_unavailable", {
    message: "The payment gateway gave no answer; send the same request again to go on from there",
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
    ...(payment && { paymentId: payment.id }),
  });
}

const MARGIN_MS = 2_000;

/**
 * How long one call may be busy with the gateway, milliseconds: longer than any gateway call, so
 * that only the payment of a dead process is ever taken over.
 */
export function claimMs(): number {
  return config().gatewayTimeoutMs + MARGIN_MS;
}

/** Asks the gateway and waits no longer than `deadlineMs`. Whatever goes wrong is `unknown`. */
async function chargeWithin(
  deadlineMs: number,
  gateway: Gateway,
  charge: Charge,
): Promise<ChargeOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  const timedOut = new Promise<ChargeOutcome>((resolve) => {
    deadline.signal.addEventListener("abort", () =>
      resolve({ kind: "unknown", reason: "timeout" }),
    );
  });

  try {
    return await Promise.race([gateway.charge(charge, deadline.signal), timedOut]);
  } catch (error) {
    log().error({ err: error, payment_id: charge.paymentId }, "the gateway call failed");
    return { kind: "unknown", reason: "provider_error" };
  } finally {
    clearTimeout(timer);
  }
}
