import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { ListedReceipt } from "./listed-receipt.ts";

/** What the service says of a receipt, and a till may leave out of it. */
export type ListedFacts = Pick<ListedReceipt, "paymentId" | "gateway" | "kind" | "refundOf">;

/** Whether a receipt says of itself that it was sealed at the till. */
export function claimsTill({ sealedAt }: OpenedReceipt): boolean {
  return sealedAt === "till";
}

/**
 * The receipt to show, with what the till left out as the service lists it. Only for showing: checks read the receipt
 * as it was sealed, so that nothing that the service says counts as the till's.
 */
export function fillIn(receipt: OpenedReceipt, listed: ListedFacts | undefined): OpenedReceipt {
  if (!listed) return receipt;
  const { paymentId, gateway, kind, refundOf } = listed;
  const note = kind === "refund" ? { kind, refundOf } : {};
  const sealed = Object.entries(receipt).filter(([, value]) => !isAbsent(value));
  return { ...receipt, paymentId, gateway, ...note, ...Object.fromEntries(sealed) };
}

/** Many tills write null for what they do not have. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}
