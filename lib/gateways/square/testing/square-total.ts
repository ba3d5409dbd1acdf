import type { Reply } from "#lib/gateways/testing/stand-in.ts";
import { badRequest, type OrderBody } from "./square-schemas.ts";

/**
 * What Square makes of an order, or its refusal: quantity times price with bankers' rounding, less
 * discounts down to nothing, then charges on the total
 * (https://developer.squareup.com/docs/orders-api/price-adjustments).
 */
export function totalOrder({ line_items, discounts, service_charges }: OrderBody): number | Reply {
  let goods = 0;
  for (const [index, { quantity, quantity_unit, base_price_money }] of line_items.entries()) {
    const [whole = "0", decimals = ""] = quantity.split(".");
    if (decimals.length > (quantity_unit?.precision ?? 0)) {
      const detail = "The quantity has more decimals than its unit.";
      return badRequest("INVALID_VALUE", detail, `order.line_items[${index}].quantity`);
    }
    const product = BigInt(whole + decimals) * BigInt(base_price_money.amount);
    goods += Number(divideToEven(product, 10n ** BigInt(decimals.length)));
  }

  const reduction = sum(discounts);
  return Math.max(0, goods - reduction) + sum(service_charges);
}

function divideToEven(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  const twice = 2n * (value % divisor);
  if (twice < divisor || (twice === divisor && quotient % 2n === 0n)) return quotient;
  return quotient + 1n;
}

function sum(parts: { amount_money: { amount: number } }[] = []): number {
  return parts.reduce((total, { amount_money }) => total + amount_money.amount, 0);
}
