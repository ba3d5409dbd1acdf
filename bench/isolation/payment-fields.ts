import { createHash, randomBytes } from "node:crypto";

/** A payment unlike any other, for a card that is not registered. */
export function paymentFields(): Record<string, unknown> {
  const id = randomBytes(8).toString("hex");
  return {
    receiptId: `r-${id}`,
    transactionId: `t-${id}`,
    transactionDate: "2026-11-20T09:30:00+01:00",
    merchantId: "bench",
    merchantName: "Bench",
    currency: "eur",
    amount: 1250,
    recipientHashedPan: createHash("sha256").update(id).digest("hex"),
  };
}
