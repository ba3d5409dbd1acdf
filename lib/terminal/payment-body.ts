import type { Sent } from "#lib/browser/api.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import type { Sale } from "./basket.ts";
import type { GatewayFields } from "./outcomes.ts";
import type { Shop, TaxClass } from "./shop.ts";
import type { TotalLine, Totals } from "./totals.ts";

export type PaymentBody = Sent<"POST /api/v1/payments/{gateway}/create", "body">;

/** A card at the till, without its number. */
export type TillCard = { hashedPan: string; last4: string; brand: string };

type Checkout = {
  shop: Shop;
  sale: Sale;
  totals: Totals;
  card: TillCard;
  gateway: GatewayName;
  fields: GatewayFields;
  now: Date;
};

/**
 * Builds the body of a payment, once for each tap; retries send it unchanged. Tax that is included in the prices
 * appears in `taxes` only, since `taxAmount` is charged on top of the items.
 */
export function buildPaymentBody({
  shop,
  sale,
  totals,
  card,
  gateway,
  fields,
  now,
}: Checkout): PaymentBody {
  const { total, goods, tip, addedTax, taxes } = totals;
  const { paymentMethod, cardNonce } = fields;
  return {
    ...sale,
    merchantId: shop.merchantId,
    ...(gatewayRules[gateway].amount === "sent" ? { amount: total } : {}),
    currency: shop.currency,
    recipientHashedPan: card.hashedPan,
    ...(cardNonce ? { cardNonce } : {}),
    version: "1.0",
    transactionDate: now.toISOString(),
    transactionTimezone: shop.timezone,
    merchantName: shop.merchantName,
    merchantStreet: shop.merchantStreet,
    merchantCity: shop.merchantCity,
    ...(shop.merchantState ? { merchantState: shop.merchantState } : {}),
    merchantPostalCode: shop.merchantPostalCode,
    merchantCountry: shop.merchantCountry,
    ...(shop.merchantTaxId ? { merchantTaxId: shop.merchantTaxId } : {}),
    paymentMethod,
    cardLast4: card.last4,
    cardBrand: card.brand,
    subtotal: goods + tip,
    ...(shop.pricesIncludeTax ? {} : { taxAmount: addedTax }),
    totalAmount: total,
    pricesIncludeTax: shop.pricesIncludeTax,
    taxes: taxes.map(({ taxClass, net, tax, gross }) => ({ ...rateOf(taxClass), net, tax, gross })),
    items: [...totals.lines.map((line, at) => toLineItem(shop, line, at)), ...tipItem(totals)],
  };
}

function toLineItem(shop: Shop, { item, quantity, total }: TotalLine, at: number) {
  const taxClass = shop.taxClasses.find(({ code }) => code === item.taxCode);
  return {
    lineItemId: String(at + 1),
    name: item.name,
    quantity,
    unitPrice: item.unitPrice,
    totalPrice: total,
    ...(taxClass ? rateOf(taxClass) : {}),
  };
}

function tipItem({ tip, lines }: Totals) {
  if (tip === 0) return [];
  const lineItemId = String(lines.length + 1);
  return [{ lineItemId, name: "Tip", quantity: 1, unitPrice: tip, totalPrice: tip }];
}

function rateOf({ code, rate }: TaxClass) {
  return { taxCode: code, taxRate: rate / 1000 };
}
