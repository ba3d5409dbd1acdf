import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { OwnPayment, VisitState } from "./use-visit.ts";

/**
 * `pay`: at the till. `add`: the receipt waits for a key. `claim`: it was paid with a card that no wallet has, and
 * waits for its code to be scanned. `open`: this device has the key. `done`: the
 * receipt is open here. `followed`: another device has the key, and this one looks on. `lost`: no device
 * of the visit has it anymore.
 */
export type VisitStep = "pay" | "add" | "claim" | "open" | "done" | "followed" | "lost";

/**
 * The card of the visit, as the service keeps it and as the wallet of this browser does. The wallet may have added
 * other cards during the same visit. `isOther`: the latest payment was made with a card that no wallet has.
 */
export function findOwnCard(
  { cards, payments }: Pick<VisitState, "cards" | "payments">,
  inWallet: readonly StoredCard[],
): {
  kept: VisitState["cards"][number] | undefined;
  mine: StoredCard | undefined;
  isOther: boolean;
} {
  const cardOf = ({ cardIndexStart }: OwnPayment) =>
    cards.find(({ indexStart }) => indexStart === cardIndexStart);
  const paidWith = payments.flatMap((payment) => cardOf(payment) ?? []);
  const kept = paidWith.find(({ userId }) => userId !== null) ?? paidWith[0];
  const isOwn = ({ userId }: StoredCard) => userId !== null && userId === kept?.userId;
  const isOther = kept !== undefined && payments[0]?.cardIndexStart !== kept.indexStart;
  return { kept, mine: inWallet.find(isOwn), isOther };
}

/** Where a visit is by now; `payment` is the one that it is about. */
export function findStep({
  payment,
  mine,
  isOther,
  isOpen,
  browsers,
}: {
  payment: OwnPayment | undefined;
  mine: StoredCard | undefined;
  isOther: boolean;
  isOpen: boolean;
  /** How many have joined the visit, this one included. */
  browsers: number;
}): VisitStep {
  if (payment?.paymentStatus !== "succeeded") return "pay";
  if (isOpen) return "done";
  if (payment.receiptStatus === "escrowed") return isOther ? "claim" : "add";
  if (payment.receiptStatus !== "sealed") return "pay";
  if (mine?.keys.some(({ keyId }) => keyId === payment.keyId)) return "open";
  return browsers > 1 ? "followed" : "lost";
}
