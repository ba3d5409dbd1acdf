import { AppError } from "#lib/core/errors.ts";
import { refundStatuses } from "#lib/core/vocabulary.ts";
import { escrowHorizon } from "#lib/escrow/horizon.ts";
import type { ChargeOutcome } from "#lib/gateways/gateway.ts";
import type { CreatedPayment, PaymentEntry, VeroMetadata } from "./contract.ts";
import type { RefundResource } from "./contract-refunds.ts";
import { declineCodeOf, INVALID_PREFIX } from "./record-outcome.ts";
import type { Payment } from "./store/payment.ts";

/**
 * The answer to the creation of a payment that was just charged. Throws `payment_declined`,
 * `invalid_request` for what the provider finds malformed, or `service_unavailable` where it did not
 * answer.
 */
export function describeOutcome(payment: Payment, outcome: ChargeOutcome): CreatedPayment {
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
      throw unavailable(payment, outcome.reason === "not_asked" ? outcome.retryAfterMs : undefined);
  }
}

/** The same answer later: as it was at the creation, whatever became of the receipt since. */
export function describeCreation(payment: Payment, clientSecret: string): CreatedPayment {
  const { id: paymentId, orderId, escrowedAt, keyId } = payment;
  if (orderId === null) throw new Error("a payment that the gateway took has an order id");

  const atCreation =
    escrowedAt === null
      ? { receiptStatus: "sealed" as const, keyId }
      : { receiptStatus: "escrowed" as const, keyId: null };
  const veroMetadata = { ...describeReceipt({ ...payment, refundedAmount: 0 }), ...atCreation };
  return { paymentId, clientSecret, orderId, veroMetadata };
}

/** The receipt of a payment as it is now: what may be known about it without opening it. */
function describeReceipt(payment: Payment): VeroMetadata {
  const { receiptStatus, status: paymentStatus, refundedAmount, ...columns } = payment;
  return {
    ...columns,
    receiptStatus: isOverdue(payment) ? "expired" : receiptStatus,
    algorithm: "RSA-OAEP-256",
    encryption: "A256GCM",
    paymentStatus,
    ...(refundedAmount > 0 && { refundedAmount }),
  };
}

/** A payment as its merchant sees it. */
export function describePayment(payment: Payment): PaymentEntry {
  const { id: paymentId, status } = payment;
  return { ...payment, paymentId, status, veroMetadata: describeReceipt(payment) };
}

/** Escrow ends on its day, not when the job comes by. */
function isOverdue({ receiptStatus, escrowedAt }: Payment): boolean {
  return receiptStatus === "escrowed" && escrowedAt !== null && escrowedAt < escrowHorizon();
}

/** The answer to a payment that failed with `declineCode`: 402, or 400 where the request was wrong. */
export function refused({ id: paymentId }: Payment, declineCode: string): AppError {
  if (declineCode.startsWith(INVALID_PREFIX)) {
    return new AppError("invalid_request", {
      message: "The payment provider does not accept this request",
      details: declineCode.slice(INVALID_PREFIX.length),
      paymentId,
    });
  }
  return new AppError("payment_declined", {
    message: "The payment was declined",
    details: `reason: ${declineCode}`,
    paymentId,
  });
}

/** The answer to a create that comes for a payment that was canceled. */
export function canceled({ id: paymentId }: Payment): AppError {
  return new AppError("conflict", {
    message: "This payment was canceled, and the customer pays nothing",
    details:
      "to take the payment after all, send a body that differs, such as another transactionId",
    paymentId,
  });
}

/** The answer where the provider gave none, or is not asked now; without a payment, none was begun. */
export function unavailable(
  payment?: Pick<Payment, "id">,
  retryAfterMs = 1_000,
  cause?: unknown,
): AppError {
  return new AppError("service_unavailable", {
    message: payment
      ? "The payment provider did not say what became of the payment, so the customer may or may not " +
        "have been charged; send the same request again, look the payment up by its paymentId, or " +
        "cancel it before taking another payment"
      : "The payment provider is not answering, and nothing was charged; try again in a moment",
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
    paymentId: payment?.id,
    cause,
  });
}

/** A refund as it is now; `refundedAmount` of its sale. */
export function describeRefund(refund: Payment, refundedAmount: number): RefundResource {
  const { id: refundId, refundOf, status, declineCode } = refund;
  const refundStatus = refundStatuses.find((one) => one === status);
  if (refundOf === null || !refundStatus)
    throw new Error("a refund has a sale and a status of its own");
  return {
    ...refund,
    refundId,
    paymentId: refundOf,
    refundStatus,
    failureReason: declineCode,
    refundedAmount,
    receiptStatus: isOverdue(refund) ? "expired" : refund.receiptStatus,
  };
}
