import { randomUUID } from "node:crypto";

/** A payment that the sandbox lets through, for a card that nobody registered. */
export function payment() {
  return {
    receiptId: randomUUID(),
    merchantId: "m_corner",
    merchantName: "Corner Bakery",
    transactionId: randomUUID(),
    transactionDate: "2026-11-20T09:30:00+01:00",
    currency: "eur",
    amount: 1290,
    recipientHashedPan: "ab".repeat(32),
  };
}
