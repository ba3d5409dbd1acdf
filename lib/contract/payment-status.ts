export const paymentStatuses = ["pending", "requires_confirmation", "succeeded", "failed"] as const;
export const receiptStatuses = ["escrowed", "sealed", "expired", "erased"] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];
export type ReceiptStatus = (typeof receiptStatuses)[number];
