import { type PaymentStatus, paymentStatuses } from "#lib/core/vocabulary.ts";

/** A payment's status as the console shows it: what was paid may have gone back since. */
export const displayStatuses = [...paymentStatuses, "partly_refunded", "refunded"] as const;

export type DisplayStatus = (typeof displayStatuses)[number];

type Refundable = { status: PaymentStatus; amount: number; refundedAmount: number };

export function displayStatusOf({ status, amount, refundedAmount }: Refundable): DisplayStatus {
  if (status !== "succeeded" || refundedAmount === 0) return status;
  return refundedAmount < amount ? "partly_refunded" : "refunded";
}

/** Whether money went back, which the sums of payments do not tell. */
export function isRefundedStatus(
  status: DisplayStatus | undefined,
): status is "partly_refunded" | "refunded" {
  return status === "partly_refunded" || status === "refunded";
}
