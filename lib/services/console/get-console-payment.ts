import type { MemberCaller } from "#lib/auth/caller.ts";
import type { ConsolePaymentDetails } from "#lib/contract/console-payment.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { describeReceipt } from "#lib/services/payments/describe-payment.ts";
import { findCreatingRequest } from "#lib/storage/creating-request.ts";
import { findPaymentDetails } from "#lib/storage/payment-details.ts";
import { listPaymentEvents } from "#lib/storage/payment-events.ts";
import { assembleTimeline } from "./assemble-timeline.ts";
import { outlineEnvelope } from "./outline-envelope.ts";

/** One of the organization's payments with all that is known of it. Throws `not_found`. */
export async function getConsolePayment({
  caller,
  paymentId,
}: {
  caller: MemberCaller;
  paymentId: string;
}): Promise<ConsolePaymentDetails> {
  const [payment, events, requestId] = await Promise.all([
    findPaymentDetails(caller, paymentId),
    listPaymentEvents(caller, paymentId),
    findCreatingRequest(caller, paymentId),
  ]);
  if (!payment) throw new AppError("not_found", { message: "No such payment" });

  const { receiptStatus } = describeReceipt(payment);
  return {
    paymentId,
    merchantId: payment.merchantId,
    receiptId: payment.receiptId,
    transactionId: payment.transactionId,
    gateway: payment.gateway,
    status: payment.status,
    declineCode: payment.declineCode,
    receiptStatus,
    amount: payment.amount,
    currency: payment.currency,
    refundedAmount: payment.refundedAmount,
    createdAt: payment.createdAt.toISOString(),
    orderId: payment.orderId,
    mockItems: payment.mockItems,
    requestId: requestId ?? null,
    timeline: assembleTimeline({ ...payment, receiptStatus }, events),
    envelope: outlineEnvelope(payment),
  };
}
