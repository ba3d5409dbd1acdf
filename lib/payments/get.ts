import type { Caller, MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { findRequestOfPayment } from "#lib/request-log/list.ts";
import { createPaymentOperation, type PaymentState } from "./contract.ts";
import type { ConsolePaymentDetails, EnvelopeOutline } from "./contract-console.ts";
import { describeReceipt } from "./describe.ts";
import { type PaymentDetails, selectPaymentDetails, selectPaymentEvents } from "./store/details.ts";
import { selectPayment } from "./store/payment.ts";
import { assembleTimeline } from "./timeline.ts";

/** The state of one of the merchant's own payments. Throws `not_found`. */
export async function getPayment({
  caller,
  gateway,
  paymentId,
}: {
  caller: Caller;
  gateway: GatewayName;
  paymentId: string;
}): Promise<PaymentState> {
  const payment = await selectPayment(caller, paymentId);
  if (payment?.gateway !== gateway) {
    throw new AppError("not_found", { message: "No such payment" });
  }
  return { paymentId, status: payment.status, veroMetadata: describeReceipt(payment) };
}

/** One of the organization's payments with all that is known of it. Throws `not_found`. */
export async function getConsolePayment({
  caller,
  paymentId,
}: {
  caller: MemberCaller;
  paymentId: string;
}): Promise<ConsolePaymentDetails> {
  const [payment, events, requestId] = await Promise.all([
    selectPaymentDetails(caller, paymentId),
    selectPaymentEvents(caller, paymentId),
    findRequestOfPayment(caller, { paymentId, route: createPaymentOperation.path }),
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

/** What everybody at the service can see of a sealed receipt. */
function outlineEnvelope(payment: PaymentDetails): EnvelopeOutline {
  const { encryptedKeyBytes, ivBytes, ciphertextBytes, tagBytes, protectedHeader } = payment;
  return {
    format: "JWE flattened, RFC 7516",
    algorithm: "RSA-OAEP-256",
    encryption: readEncryption(protectedHeader),
    keyId: payment.keyId,
    escrowed: payment.receiptStatus === "escrowed",
    bytes: (encryptedKeyBytes ?? 0) + ivBytes + ciphertextBytes + tagBytes,
    parts: {
      encryptedKey: encryptedKeyBytes,
      iv: ivBytes,
      ciphertext: ciphertextBytes,
      tag: tagBytes,
    },
    ciphertextStart: Buffer.from(payment.ciphertextStart).toString("base64url"),
    protectedHeader,
  };
}

/** As the header says it, which is authenticated with the receipt. */
function readEncryption(protectedHeader: string): string {
  const { enc } = JSON.parse(Buffer.from(protectedHeader, "base64url").toString());
  return String(enc);
}
