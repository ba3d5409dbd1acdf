import type { Basket } from "./basket.ts";
import { chargeStep } from "./charge-step.ts";
import type { CatalogItem, Shop, TaxClass } from "./shop.ts";

export type Tip =
  | { kind: "none" }
  | { kind: "percent"; percent: number }
  /** In the smallest unit of the currency. */
  | { kind: "amount"; amount: number }
  /** What was typed is not an amount; nothing is charged until it is corrected. */
  | { kind: "unreadable" };

export type TotalLine = { item: CatalogItem; quantity: number; total: number };

/** What was sold under one tax class. */
type TaxLine = { taxClass: TaxClass; net: number; tax: number; gross: number };

export type Totals = {
  lines: TotalLine[];
  /** Of the goods at the prices on the shelf. */
  goods: number;
  taxes: TaxLine[];
  /** Tax added to the price of the goods; 0 if the prices include it. */
  addedTax: number;
  tip: number;
  total: number;
};

/** Thousandths of a percent in the whole. */
const WHOLE = 100_000;

/** Tax is rounded once for each class, as invoices do, and not for each item. */
export function computeTotals(shop: Shop, basket: Basket, tip: Tip): Totals {
  const lines = basket.flatMap(({ itemId, quantity }) => {
    const item = shop.items.find((candidate) => candidate.itemId === itemId);
    return item ? [{ item, quantity, total: priceOf(item, quantity) }] : [];
  });
  const goods = sum(lines.map(({ total }) => total));
  const taxes = computeTaxes(shop, lines);
  const addedTax = shop.pricesIncludeTax ? 0 : sum(taxes.map(({ tax }) => tax));
  const tipped = computeTip(goods, tip, shop.currency);
  return { lines, goods, taxes, addedTax, tip: tipped, total: goods + addedTax + tipped };
}

/** How much that many taps sell: pieces, or kilograms. */
export function amountSold({ kilograms = 1 }: CatalogItem, quantity: number): number {
  // Whole grams: 3 × 0.1 would not be 0.3.
  return Math.round(kilograms * quantity * 1000) / 1000;
}

function priceOf(item: CatalogItem, quantity: number): number {
  return Math.round(item.unitPrice * amountSold(item, quantity));
}

/** Of the goods without added tax, to the nearest amount that a card can be charged. */
export function computeTip(goods: number, tip: Tip, currency: string): number {
  const step = chargeStep(currency);
  const round = (amount: number) => Math.round(amount / step) * step;
  if (tip.kind === "amount") return round(tip.amount);
  if (tip.kind !== "percent") return 0;
  return round((goods * tip.percent) / 100);
}

function computeTaxes({ taxClasses, pricesIncludeTax }: Shop, lines: TotalLine[]): TaxLine[] {
  return taxClasses.flatMap((taxClass) => {
    const { code, rate } = taxClass;
    const ofClass = lines.filter(({ item }) => item.taxCode === code);
    if (ofClass.length === 0) return [];

    const amount = sum(ofClass.map(({ total }) => total));
    if (pricesIncludeTax) {
      const tax = Math.round((amount * rate) / (WHOLE + rate));
      return [{ taxClass, net: amount - tax, tax, gross: amount }];
    }
    const tax = Math.round((amount * rate) / WHOLE);
    return [{ taxClass, net: amount, tax, gross: amount + tax }];
  });
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
