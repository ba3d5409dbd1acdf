import { AppError } from "#lib/core/errors.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { isOverdue } from "./describe.ts";
import type { Payment } from "./store/payment.ts";

/** What the reservation of a credit note is bound to, beside its cardholder. */
export function saleAsPlace({ id: paymentId, organizationId, environment, gateway }: Payment) {
  return { organizationId, environment, gateway, recipient: { kind: "sale" as const, paymentId } };
}

/**
 * The cardholder who has the sale's receipt; undefined while it waits in escrow. `recipient` is the sale's cardholder,
 * unless erased, and `field` is what the caller sent for a credit note. Throws `conflict` where the receipt is gone.
 */
export function requireCreditNoteHolder(
  sale: Payment,
  recipient: Recipient | undefined,
  field: "refundOf" | "sealedReceipt",
): Recipient | undefined {
  if (sale.receiptStatus === "escrowed" && !isOverdue(sale)) return undefined;
  if (recipient && sale.receiptStatus === "sealed") return recipient;
  throw new AppError("conflict", {
    message: "The receipt of this payment is gone, and so no credit note can be sealed",
    details: `${field}: refund the payment without a credit note that was sealed at the till`,
    paymentId: sale.id,
  });
}
