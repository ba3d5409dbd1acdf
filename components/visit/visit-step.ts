import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { OwnPayment } from "./use-visit.ts";

/**
 * `pay`: at the till. `add`: the receipt waits for a key. `open`: this device has the key. `done`: the
 * receipt is open here. `followed`: another device has the key, and this one looks on.
 */
export type VisitStep = "pay" | "add" | "open" | "done" | "followed";

/** Where a visit is by now; `payment` is the one that it is about. */
export function findStep({
  payment,
  mine,
  isOpen,
}: {
  payment: OwnPayment | undefined;
  mine: StoredCard | undefined;
  isOpen: boolean;
}): VisitStep {
  if (payment?.paymentStatus !== "succeeded") return "pay";
  if (isOpen) return "done";
  if (payment.receiptStatus === "escrowed") return "add";
  if (payment.receiptStatus !== "sealed") return "pay";
  return mine?.keys.some(({ keyId }) => keyId === payment.keyId) ? "open" : "followed";
}
