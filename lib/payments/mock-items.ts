import { createHash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { exponentOf } from "#lib/core/money.ts";

export type MockItem = {
  lineItemId: string;
  name: string;
  quantity: number;
  unitPrice: number;
  totalPrice: number;
  mock: true;
};

type Random = () => number;
type Price = { quantity: number; unitPrice: number };

const MAX_ITEMS = 6;

const NAMES = [
  "Coffee",
  "Sandwich",
  "Sparkling water",
  "Orange juice",
  "Apples",
  "Chocolate bar",
  "Notebook",
  "Ballpoint pen",
  "Batteries AA",
  "Shopping bag",
  "Hand soap",
  "Greeting card",
];

/**
 * Line items for a receipt that came without any: always the same ones for one `receiptId`.
 * With `amount` (smallest unit) they add up to `amount` less `taxAmount` exactly, whatever its sign;
 * without, they carry prices of their own. Throws a RangeError for an unknown currency.
 */
export function mockItems({
  receiptId,
  currency,
  amount,
  taxAmount = 0,
}: {
  receiptId: string;
  currency: string;
  amount?: number | undefined;
  taxAmount?: number | undefined;
}): MockItem[] {
  // A yen is spent like a cent: without digits, a hundred smallest units are worth about one unit.
  const majorUnit = 10 ** Math.max(exponentOf(currency), 2);
  const random = seededRandom(receiptId);
  const prices =
    amount === undefined
      ? makePrices(majorUnit, random)
      : splitAmount(amount - taxAmount, majorUnit, random);

  const firstName = Math.floor(random() * NAMES.length);
  return prices.map(({ quantity, unitPrice }, index) => ({
    lineItemId: `mock-${index + 1}`,
    name: NAMES[(firstName + index) % NAMES.length] ?? "Item",
    quantity,
    unitPrice,
    totalPrice: quantity * unitPrice,
    mock: true,
  }));
}

/** One to six prices of 3 to 40 major units. */
function makePrices(majorUnit: number, random: Random): Price[] {
  return Array.from({ length: pickUpTo(MAX_ITEMS, random) }, () => ({
    quantity: pickUpTo(3, random),
    unitPrice: roundDown((3 + 37 * random()) * majorUnit, majorUnit),
  }));
}

function splitAmount(total: number, majorUnit: number, random: Random): Price[] {
  // At least one major unit for each item: less would not look like a price.
  const maxItems = Math.min(MAX_ITEMS, Math.floor(total / majorUnit));
  if (maxItems < 2) return [{ quantity: 1, unitPrice: total }];

  const prices: Price[] = [];
  let rest = total;
  for (let left = pickUpTo(maxItems, random); left > 1; left -= 1) {
    const share = (rest / left) * (0.5 + random());
    const quantity = pickUpTo(3, random);
    const unitPrice = roundDown(share / quantity, majorUnit);
    prices.push({ quantity, unitPrice });
    rest -= quantity * unitPrice;
  }
  // One piece of the last item takes what rounding left over, so the sum is exact.
  return [...prices, { quantity: 1, unitPrice: rest }];
}

function pickUpTo(max: number, random: Random): number {
  return 1 + Math.floor(random() * max);
}

/** Down to a twentieth of the major unit, as on a price tag; never to nothing. */
function roundDown(price: number, majorUnit: number): number {
  const step = majorUnit / 20;
  return Math.max(1, Math.floor(price / step) * step);
}

/** Numbers from 0 up to 1, the same ones for the same text. */
function seededRandom(text: string): Random {
  const generator = xoroshiro128plus(createHash("sha256").update(text).digest().readInt32BE());
  return () => uniformFloat64(generator);
}
