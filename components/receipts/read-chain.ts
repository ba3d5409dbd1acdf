import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { readReceiptField } from "#lib/receipts/contract-fields.ts";
import { isMock } from "./paper-receipt.ts";
import type { Taxes } from "./paper-taxes.ts";

/** What is on top of the subtotal, or of the items (`added`), or of the total (`after`); a `part` is in them. */
export type Reading = {
  tax: "added" | "part";
  tip: "added" | "after" | "part";
  discounts: "added" | "part";
};

/** How the amounts of a receipt lead to its total, and what is missing on the way. */
export type Chain = {
  total: number;
  /** Whether this payment paid a part of the total, and the till says so. */
  isShare: boolean;
  reading: Reading;
  /** Whether the subtotal is on the way. */
  hasSubtotal: boolean;
  /** What no line explains, before the subtotal or behind it. */
  gap: { role: "before" | "added"; amount: number } | undefined;
};

type Extras = { taxes: Taxes; discount: number };

/** Items or subtotal, with discounts, tax, and tip as far as they are on top, are the total; or else there is a gap. */
export function readChain(receipt: OpenedReceipt, extras: Extras): Chain {
  const { amount, items = [], subtotal, tipAmount: tip = 0 } = receipt;
  const goods = items.length > 0 ? sumItems(items) : undefined;
  // Made-up items say nothing about the shop's amounts: they may lead to the total, and nothing is missing from them.
  const sold = items.some(isMock) ? undefined : goods;
  const add = (reading: Reading) =>
    (reading.tax === "added" ? extras.taxes.total : 0) +
    (reading.tip === "added" ? tip : 0) +
    (reading.discounts === "added" ? extras.discount : 0);

  const total = settleTotal(receipt, sold ?? subtotal, add(asSent(extras)));
  const chain = { total, isShare: isSplit(receipt) && amount < total };
  const tipBeside = total + tip === amount ? "after" : "part";
  const readings = listReadings(extras, tipBeside);
  const fits = (base: number | undefined) => (reading: Reading) =>
    base !== undefined && base + add(reading) === total;
  const fitsBoth = readings.find((one) => fits(subtotal)(one) && fits(goods)(one));
  const ofSubtotal = fitsBoth ?? readings.find(fits(subtotal));
  const ofGoods = readings.find(fits(goods));

  if (subtotal !== undefined && ofSubtotal) {
    const missing = sold === undefined || ofGoods ? 0 : subtotal - sold;
    return { ...chain, reading: ofSubtotal, hasSubtotal: true, gap: gapOf("before", missing) };
  }
  if (ofGoods) return { ...chain, reading: ofGoods, hasSubtotal: false, gap: undefined };

  const base = sold ?? subtotal;
  if (base === undefined) {
    // Nothing leads to the total, which has everything in it.
    const reading: Reading = { tax: "part", tip: tipBeside, discounts: "part" };
    return { ...chain, reading, hasSubtotal: false, gap: undefined };
  }
  const reading: Reading = { ...asSent(extras), tip: tipBeside === "after" ? "after" : "added" };
  const missing = total - base - add(reading);
  return { ...chain, reading, hasSubtotal: subtotal === base, gap: gapOf("added", missing) };
}

function asSent({ taxes }: Extras): Reading {
  return { tax: taxes.included ? "part" : "added", tip: "added", discounts: "added" };
}

/** What the till says comes first, and then what it may have meant. */
function listReadings({ taxes }: Extras, tipBeside: Reading["tip"]): Reading[] {
  const taxPlaces = taxes.included ? (["part", "added"] as const) : (["added", "part"] as const);
  return taxPlaces.flatMap((tax) =>
    (["added", tipBeside] as const).flatMap((tip) =>
      (["added", "part"] as const).map((discounts): Reading => ({ tax, tip, discounts })),
    ),
  );
}

/** A credit note is over its amount, unless that is one of several payments' share. */
function settleTotal(receipt: OpenedReceipt, base: number | undefined, extra: number): number {
  const { amount, kind, totalAmount } = receipt;
  if (!isSplit(receipt)) return kind === "refund" ? amount : (totalAmount ?? amount);
  return totalAmount ?? (base === undefined ? amount : Math.max(base + extra, amount));
}

function isSplit(receipt: OpenedReceipt): boolean {
  return readReceiptField(receipt, "splitTender") === true;
}

function sumItems(items: readonly { totalPrice: number }[]): number {
  return items.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
}

function gapOf(role: "before" | "added", amount: number): Chain["gap"] {
  return amount === 0 ? undefined : { role, amount };
}
