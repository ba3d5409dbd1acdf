import { createHash } from "node:crypto";

type Fields = { amount?: number; paymentMethod?: string; recipientHashedPan?: string };

/** A sale of one loaf of bread; the same for the same name. */
export function createSale(name: string, fields: Fields = {}) {
  return {
    receiptId: `r-${name}`,
    merchantId: "bakery-7",
    merchantName: "Corner Bakery",
    transactionId: `t-${name}`,
    transactionDate: "2026-11-20T09:30:00+01:00",
    currency: "eur",
    amount: 1250,
    mockItems: false,
    recipientHashedPan: createHash("sha256").update(name).digest("hex"),
    ...fields,
  };
}
