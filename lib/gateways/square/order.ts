import { Currency, type Square } from "square";
import type { Charge } from "#lib/gateways/gateway.ts";
import type { LineItem } from "#lib/receipts/contract.ts";

/** The order as Square takes it, or why Square would come to another total than the amount. */
export type OrderPlan = { order: Square.Order } | { reason: string };

const MAX_NAME_LENGTH = { item: 512, discount: 255 };

/**
 * Line items, discounts and tax so that Square's own total is exactly the amount. Square multiplies
 * and adds by itself: what its arithmetic cannot reproduce is sent as one piece at the line's total.
 */
export function planOrder(charge: Charge, locationId: string): OrderPlan {
  const currency = squareCurrency(charge.currency);
  if (!currency) return { reason: "currency: is not taken by the provider" };

  const { items, amount } = charge;
  const tax = items.length > 0 ? (charge.taxAmount ?? 0) : 0;
  // Square keeps the tip beside the order, in the payment.
  const tip = charge.tipAmount ?? 0;
  const goods = items.filter(({ totalPrice }) => totalPrice >= 0);
  // Square has no negative lines: discounts and returns become discounts on the order.
  const reductions = items.filter(({ totalPrice }) => totalPrice < 0);
  const gross = items.length > 0 ? sum(goods) : amount - tip;
  const reduction = -sum(reductions) + Math.max(0, -tax);
  if (gross + sum(reductions) + tax + tip !== amount) {
    return { reason: "items: do not add up to the amount" };
  }
  // A discount takes an order down to nothing, never below, and does not touch the tax.
  if (reduction > gross) return { reason: "items: the discounts exceed the goods" };

  const money = (value: number): Square.Money => ({ amount: BigInt(value), currency });
  const discounts = [
    ...reductions.map(({ name, totalPrice }) => discount(name, money(-totalPrice))),
    ...(tax < 0 ? [discount("Tax", money(-tax))] : []),
  ];
  const order: Square.Order = {
    locationId,
    referenceId: charge.paymentId,
    lineItems:
      items.length > 0
        ? goods.map((item) => lineItem(item, money))
        : [{ name: "Payment", quantity: "1", basePriceMoney: money(gross) }],
    metadata: {
      paymentId: charge.paymentId,
      receiptId: charge.receiptId,
      merchantId: charge.merchantId,
      transactionId: charge.transactionId,
      organizationId: charge.organizationId,
      environment: charge.environment,
    },
  };
  return {
    order: {
      ...order,
      ...(discounts.length > 0 ? { discounts } : {}),
      ...(tax > 0 ? { serviceCharges: [taxCharge(money(tax))] } : {}),
    },
  };
}

function lineItem(item: LineItem, money: (value: number) => Square.Money): Square.OrderLineItem {
  const { quantity, unitPrice, totalPrice } = item;
  const name = shorten(item.name, MAX_NAME_LENGTH.item);
  const written = formatQuantity(quantity);
  if (!written || !isExactPrice(written, unitPrice, totalPrice)) {
    const note = `${quantity} at ${unitPrice}, together ${totalPrice}`;
    return { name, note, quantity: "1", basePriceMoney: money(totalPrice) };
  }

  return {
    name,
    quantity: written.text,
    ...(written.decimals > 0 ? { quantityUnit: fraction(written.decimals) } : {}),
    basePriceMoney: money(unitPrice),
  };
}

/** A quantity with decimals needs a unit; ours is not known to be a weight or a length. */
function fraction(precision: number): Square.OrderQuantityUnit {
  return { measurementUnit: { type: "TYPE_GENERIC", genericUnit: "UNIT" }, precision };
}

function discount(name: string, amountMoney: Square.Money): Square.OrderLineItemDiscount {
  return {
    name: shorten(name, MAX_NAME_LENGTH.discount),
    type: "FIXED_AMOUNT",
    amountMoney,
    scope: "ORDER",
  };
}

/** Cut between characters: half of a surrogate pair is no text. */
function shorten(name: string, maxLength: number): string {
  const cut = name.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/**
 * The tax is an amount that the till worked out, and Square's taxes are percentages that it would
 * work out again and round its own way. A fixed charge on the total is the one exact form.
 */
function taxCharge(amountMoney: Square.Money): Square.OrderServiceCharge {
  return { name: "Tax", amountMoney, calculationPhase: "TOTAL_PHASE", taxable: false };
}

export function squareCurrency(code: string): Square.Currency | undefined {
  const wanted = code.toUpperCase();
  return Object.values(Currency).find((currency) => currency === wanted);
}

function sum(items: readonly LineItem[]): number {
  return items.reduce((total, { totalPrice }) => total + totalPrice, 0);
}

/** A quantity as a decimal string, and how many digits follow the point. */
type Quantity = { text: string; decimals: number };

// https://developer.squareup.com/reference/square/objects/OrderLineItem and OrderQuantityUnit.
const MAX_QUANTITY_LENGTH = 12;
const MAX_DECIMALS = 5;

/** Undefined for what Square cannot hold: more than 5 decimals, more than 12 characters. */
function formatQuantity(quantity: number): Quantity | undefined {
  const text = String(quantity);
  // JavaScript writes very small and very large numbers as 1e-7.
  if (!/^\d+(\.\d+)?$/.test(text) || text.length > MAX_QUANTITY_LENGTH) return undefined;

  const decimals = text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
  return decimals > MAX_DECIMALS ? undefined : { text, decimals };
}

/**
 * Whether Square's multiplication gives `totalPrice` in any way of rounding. An exact half, which
 * Square rounds to even and a till perhaps up, does not count.
 */
function isExactPrice(
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
