import { escrowHorizon } from "#lib/escrow/horizon.ts";
import type { CreatedPayment, VeroMetadata } from "./contract.ts";
import type { Payment } from "./store/payment.ts";

/** The answer to the creation of a payment: as it was then, also when it is told again later. */
export function describeCreation(payment: Payment, clientSecret: string): CreatedPayment {
  if (payment.orderId === null) throw new Error("a payment that the gateway took has an order id");

  const inEscrow = payment.escrowedAt !== null;
  return {
    paymentId: payment.id,
    clientSecret,
    orderId: payment.orderId,
    veroMetadata: {
      ...describeReceipt({ ...payment, refundedAmount: 0 }),
      receiptStatus: inEscrow ? "escrowed" : "sealed",
      keyId: inEscrow ? null : payment.keyId,
    },
  };
}

/** The receipt of a payment as it is now: what may be known of it without opening it. */
export function describeReceipt(payment: Payment): VeroMetadata {
  return {
    receiptId: payment.receiptId,
    receiptStatus: isOverdue(payment) ? "expired" : payment.receiptStatus,
    keyId: payment.keyId,
    algorithm: "RSA-OAEP-256",
    encryption: "A256GCM",
    amount: payment.amount,
    currency: payment.currency,
    gateway: payment.gateway,
    paymentStatus: payment.status,
    mockItems: payment.mockItems,
    createdAt: payment.createdAt.toISOString(),
    ...(payment.refundedAmount > 0 ? { refundedAmount: payment.refundedAmount } : {}),
  };
}

/** Escrow ends on its day, not when the next sweep comes by. */
function isOverdue({ receiptStatus, escrowedAt }: Payment): boolean {
  return receiptStatus === "escrowed" && escrowedAt !== null && escrowedAt < escrowHorizon();
}
