import { AppError } from "#lib/core/errors.ts";
import { refundStatuses } from "#lib/core/vocabulary.ts";
import { escrowHorizon } from "#lib/escrow/horizon.ts";
import type { Unknown } from "#lib/gateways/gateway.ts";
import { openMatch } from "#lib/receipts/match-data.ts";
import { describeSealing } from "#lib/receipts/sealing-place.ts";
import type { CreatedPayment, PaymentEntry, VeroMetadata } from "./contract.ts";
import type { RefundResource } from "./contract-refunds.ts";
import {
  type Charged,
  decryptClientSecret,
  INVALID_PREFIX,
  wasMalformed,
} from "./record-outcome.ts";
import type { Payment } from "./store/payment.ts";

export type PaymentCreation = { state: "created" | "replayed"; payment: CreatedPayment };

/** What a creation came to: charged by this call, ended by it, or done before. */
type CreationResult =
  | Charged
  | { kind: "recorded" | "superseded" | "done"; payment: Payment }
  | Unknown;

/**
 * The answer to the creation of a payment, from the payment as it is by then. Throws `payment_declined`,
 * `invalid_request` for what the provider finds malformed, `conflict` where it was canceled, or
 * `service_unavailable` where the provider did not answer.
 */
export function answerCreation(begun: Payment, result: CreationResult): PaymentCreation {
  if (result.kind === "unknown") throw noAnswer(begun, result);
  const { payment } = result;
  const state = "clientSecret" in result ? "created" : "replayed";
  switch (payment.status) {
    case "pending":
      throw unavailable(payment);
    case "failed":
      throw refused(payment, state);
    case "canceled":
      throw canceled(payment);
  }
  // What was charged and is given back is no payment to hand goods out for either.
  if (payment.cancelRequestedAt !== null) throw canceled(payment);
  const charged = "clientSecret" in result ? result.clientSecret : null;
  const clientSecret = charged ?? decryptClientSecret(payment);
  return { state, payment: describeCreation(payment, clientSecret) };
}

/** As it was at the creation, whatever became of the receipt since. */
function describeCreation(payment: Payment, clientSecret: string): CreatedPayment {
  const { id: paymentId, orderId, escrowedAt, keyId } = payment;
  if (orderId === null) throw new Error("a payment that the gateway took has an order id");

  const atCreation =
    escrowedAt === null
      ? { receiptStatus: "sealed" as const, keyId }
      : // Escrow keys are RSA, whatever the key is that the receipt was wrapped for since.
        { receiptStatus: "escrowed" as const, keyId: null, algorithm: "RSA-OAEP-256" as const };
  const veroMetadata = { ...describeReceipt({ ...payment, refundedAmount: 0 }), ...atCreation };
  return { paymentId, clientSecret, orderId, veroMetadata };
}

/** The receipt of a payment as the row has it: what may be known about it without opening it. */
function describeReceipt(payment: Payment, at = new Date()): VeroMetadata {
  const { receiptStatus, status: paymentStatus, refundedAmount, ...columns } = payment;
  return {
    ...columns,
    receiptStatus: isOverdue(payment, at) ? "expired" : receiptStatus,
    algorithm: payment.ephemeralKey === null ? "RSA-OAEP-256" : "ECDH-ES+A256KW",
    encryption: "A256GCM",
    ...describeSealing(payment),
    paymentStatus,
    ...(refundedAmount > 0 && { refundedAmount }),
  };
}

/** A payment as its merchant sees it; `at` is when the row was so. */
export function describePayment(payment: Payment, at = new Date()): PaymentEntry {
  const { id: paymentId, status } = payment;
  const [match, veroMetadata] = [openMatch(payment), describeReceipt(payment, at)];
  return { ...payment, paymentId, status, match, veroMetadata };
}

/** Escrow ends on its day, not when the job comes by. */
export function isOverdue({ receiptStatus, escrowedAt }: Payment, at = new Date()): boolean {
  return receiptStatus === "escrowed" && escrowedAt !== null && escrowedAt < escrowHorizon(at);
}

/** The answer to a payment that failed: 402, or 400 where the request was wrong. */
function refused(payment: Payment, state: PaymentCreation["state"]): AppError {
  const { id: paymentId, declineCode } = payment;
  const reason = declineCode ?? "declined";
  const about = { paymentId, ...(state === "replayed" && { headers: REPLAYED }) };
  if (wasMalformed(payment)) {
    return new AppError("invalid_request", {
      message: "The payment provider does not accept this request",
      details: reason.slice(INVALID_PREFIX.length),
      ...about,
    });
  }
  return new AppError("payment_declined", {
    message: "The payment was declined",
    details: `reason: ${reason}`,
    ...about,
  });
}

const REPLAYED = { "Idempotent-Replayed": "true" };

/** The answer to a create that comes for a payment that was canceled. */
function canceled({ id: paymentId }: Payment): AppError {
  return new AppError("conflict", {
    message: "This payment was canceled, and the customer pays nothing",
    details:
      "to take the payment after all, send another transactionId, and another Idempotency-Key if any",
    paymentId,
  });
}

/** The answer where the provider gave none to an attempt at the payment. */
export function noAnswer(payment: Pick<Payment, "id">, unknown: Unknown): AppError {
  return unavailable(payment, "retryAfterMs" in unknown ? unknown : {});
}

/** The answer where it is not known what became of the payment; without a payment, none was begun. */
export function unavailable(
  payment?: Pick<Payment, "id">,
  { retryAfterMs = 1_000, cause }: { retryAfterMs?: number; cause?: unknown } = {},
): AppError {
  return new AppError("service_unavailable", {
    message: payment
      ? "It is not known yet what became of the payment, so the customer may or may not have been " +
        "charged; send the same request again, or look the payment up by its paymentId, and take no " +
        "other payment before this one has failed or is canceled"
      : "The payment provider is not answering, and nothing was charged; try again in a moment",
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
    paymentId: payment?.id,
    cause,
  });
}

/** A refund as its merchant sees it; `refundedAmount` of its sale, and `at` when both were so. */
export function describeRefund(
  refund: Payment,
  refundedAmount: number,
  at = new Date(),
): RefundResource {
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
    receiptStatus: isOverdue(refund, at) ? "expired" : refund.receiptStatus,
    match: openMatch(refund),
  };
}
