import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { OwnPayment, VisitState } from "./use-visit.ts";

/**
 * `pay`: at the till. `add`: the receipt waits for a key. `open`: this device has the key. `done`: the
 * receipt is open here. `followed`: another device has the key, and this one looks on. `lost`: no device
 * of the visit has it anymore.
 */
export type VisitStep = "pay" | "add" | "open" | "done" | "followed" | "lost";

/**
 * The card that the till of the visit charges, as the service keeps it and as the wallet of this browser does.
 * The wallet may have added other cards during the same visit.
 */
export function findOwnCard(
  { cards, payments }: Pick<VisitState, "cards" | "payments">,
  inWallet: readonly StoredCard[],
): { kept: VisitState["cards"][number] | undefined; mine: StoredCard | undefined } {
  const kept = cards.find(({ indexStart }) => indexStart === payments[0]?.cardIndexStart);
  const isOwn = ({ userId }: StoredCard) => userId !== null && userId === kept?.userId;
  return { kept, mine: inWallet.find(isOwn) };
}

/** Where a visit is by now; `payment` is the one that it is about. */
export function findStep({
  payment,
  mine,
  isOpen,
  browsers,
}: {
  payment: OwnPayment | undefined;
  mine: StoredCard | undefined;
  isOpen: boolean;
  /** How many have joined the visit, this one included. */
  browsers: number;
}): VisitStep {
  if (payment?.paymentStatus !== "succeeded") return "pay";
  if (isOpen) return "done";
  if (payment.receiptStatus === "escrowed") return "add";
  if (payment.receiptStatus !== "sealed") return "pay";
  if (mine?.keys.some(({ keyId }) => keyId === payment.keyId)) return "open";
  return browsers > 1 ? "followed" : "lost";
}
