import { formatShopTime, zonedTime } from "#components/receipts/paper-receipt.ts";
import { addItem, type Basket } from "#lib/terminal/basket.ts";
import { shops } from "#lib/terminal/shops.ts";
import { computeTotals, type Totals } from "#lib/terminal/totals.ts";

/** Where a visit buys. */
export const [counterShop] = shops;

/** Each has a total of its own, by which it is found again. */
const baskets = [
  ["flat-white", "croissant"],
  ["cold-brew", "cookie"],
  ["matcha", "muffin"],
  ["cappuccino", "sandwich"],
];

const sums = baskets.map((itemIds) =>
  computeTotals(counterShop, itemIds.reduce<Basket>(addItem, []), { kind: "none" }),
);

/** What is on the counter after so many purchases. */
export function layOutPurchase(purchases: number): Totals {
  const place = purchases % sums.length;
  return sums[place] ?? computeTotals(counterShop, [], { kind: "none" });
}

/** What was paid with this amount, in the smallest unit; undefined where that was elsewhere. */
export function findPurchase(amount: number): Totals | undefined {
  return sums.find(({ total }) => total === amount);
}

/** By the clock of the shop, as on the paper inside. */
export function formatVisitTime(transactionDate: string, locale: string): string {
  const transactionTimezone = counterShop.timezone;
  return formatShopTime({ transactionDate, transactionTimezone }, locale, zonedTime);
}
