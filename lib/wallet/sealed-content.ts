import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { ListedReceipt } from "./listed-receipt.ts";
import type { SealedContent } from "./till-content.ts";

/** What the service says of a receipt, and a till may leave out of it. */
export type ListedFacts = Pick<
  ListedReceipt,
  "paymentId" | "gateway" | "currency" | "kind" | "refundOf"
>;

/** Whether a receipt says of itself that it was sealed at the till. */
export function claimsTill({ sealedAt }: SealedContent): boolean {
  return sealedAt === "till";
}

/**
 * The receipt to show, with what the till left out as the service lists it. Only for showing: checks read the receipt
 * as it was sealed, so that nothing that the service says counts as the till's. Undefined where it names no currency, and
 * the list is not here.
 */
export function fillIn(
  receipt: SealedContent,
  listed: ListedFacts | undefined,
): OpenedReceipt | undefined {
  const { currency = listed?.currency, mockItems = true } = receipt;
  if (currency === undefined) return undefined;
  const whole = { ...receipt, currency, mockItems };
  if (!listed) return whole;
  const { paymentId, gateway, kind, refundOf } = listed;
  const note = kind === "refund" ? { kind, refundOf } : {};
  const sealed = Object.entries(whole).filter(([, value]) => !isAbsent(value));
  return { ...whole, paymentId, gateway, ...note, ...Object.fromEntries(sealed) };
}

/** Many tills write null for what they do not have. */
function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}
