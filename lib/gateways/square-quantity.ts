/** A quantity as a decimal string, and how many digits follow the point. */
export type Quantity = { text: string; decimals: number };

// https://developer.squareup.com/reference/square/objects/OrderLineItem and OrderQuantityUnit.
const MOST_CHARACTERS = 12;
const MOST_DECIMALS = 5;

/** Undefined for what Square cannot hold: more than 5 decimals, more than 12 characters. */
export function formatQuantity(quantity: number): Quantity | undefined {
  const text = String(quantity);
  // JavaScript writes very small and very large numbers as 1e-7.
  if (!/^\d+(\.\d+)?$/.test(text) || text.length > MOST_CHARACTERS) return undefined;

  const decimals = text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
  return decimals > MOST_DECIMALS ? undefined : { text, decimals };
}

/**
 * Whether Square's multiplication gives `totalPrice` in any way of rounding. An exact half, which
 * Square rounds to even and a till perhaps up, does not count.
 */
export function isExactPrice(
  { text, decimals }: Quantity,
  unitPrice: number,
  totalPrice: number,
): boolean {
  if (unitPrice < 0) return false;

  const scale = 10n ** BigInt(decimals);
  const product = BigInt(text.replace(".", "")) * BigInt(unitPrice);
  const twiceOff = 2n * (product - BigInt(totalPrice) * scale);
  return -scale < twiceOff && twiceOff < scale;
}
