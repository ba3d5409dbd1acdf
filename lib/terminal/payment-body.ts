import type { PaymentRequest } from "#lib/client/payments.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import type { Sale } from "./basket.ts";
import type { GatewayFields } from "./outcomes.ts";
import type { Shop } from "./shop.ts";
import { amountSold, type TotalLine, type Totals } from "./totals.ts";

/** The body of a payment whose receipt is in the clear. The till leaves a field out rather than send null. */
export type PaymentBody = WithoutNull<Exclude<PaymentRequest, { reservation: string }>>;

type WithoutNull<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> };

/** Whom the receipt is for, as the till sends it: hashes alone. */
export type RecipientHashes = Pick<
  PaymentBody,
  "recipientHashedPan" | "recipientHashedPar" | "recipientHashedPhone"
>;

/** What was held to the reader, without its number. A typed phone number says nothing about the card. */
export type TillCard = { recipient: RecipientHashes } & (
  | { kind: "card" | "device"; last4: string; brand: string }
  | { kind: "phone_number" }
);

type Checkout = {
  shop: Shop;
  sale: Sale;
  totals: Totals;
  card: TillCard;
  /** What this payment charges, where several cards pay the sale. */
  part?: number | undefined;
  gateway: GatewayName;
  fields: GatewayFields;
  now: Date;
};

/** Builds the body of a payment, once for each tap; retries send it unchanged. */
export function buildPaymentBody({
  shop,
  sale,
  totals,
  card,
  part,
  gateway,
  fields,
  now,
}: Checkout): PaymentBody {
  const { total, goods, tip, taxes } = totals;
  const { paymentMethod, cardNonce } = fields;
  return {
    ...sale,
    merchantId: shop.merchantId,
    ...chargedAmount({ part, total, gateway }),
    currency: shop.currency,
    ...card.recipient,
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
    terminalId: shop.terminalId,
    cashier: shop.cashier,
    ...(shop.hasOrderNumbers ? { orderNumber: numberOrder(sale) } : {}),
    paymentMethod,
    ...(card.kind === "phone_number" ? {} : { cardLast4: card.last4, cardBrand: card.brand }),
    subtotal: goods + tip,
    taxAmount: taxes.reduce((sum, { tax }) => sum + tax, 0),
    totalAmount: total,
    pricesIncludeTax: shop.pricesIncludeTax,
    taxes: taxes.map(({ taxClass: { code, label, rate }, net, tax }) => ({
      name: label,
      ratePercent: rate / 1000,
      net,
      amount: tax,
      code,
    })),
    items: [...totals.lines.map((line, at) => toLineItem(shop, line, at)), ...tipItem(totals)],
    ...(shop.returnPolicy ? { returnPolicy: shop.returnPolicy } : {}),
  };
}

/** One gateway is told the amount, and the other adds it up, unless the payment is a part of the sale. */
function chargedAmount({
  part,
  total,
  gateway,
}: Pick<Checkout, "part" | "gateway"> & { total: number }) {
  if (part !== undefined) return { amount: part, splitTender: true };
  return gatewayRules[gateway].amount === "sent" ? { amount: total } : {};
}

/** The number that is called out: the same in every attempt at a sale. */
function numberOrder({ receiptId }: Sale): string {
  const sum = [...receiptId].reduce((total, character) => total + character.charCodeAt(0), 0);
  return String(1 + (sum % 99)).padStart(2, "0");
}

function toLineItem(shop: Shop, { item, quantity, total }: TotalLine, at: number) {
  const taxClass = shop.taxClasses.find(({ code }) => code === item.taxCode);
  return {
    lineItemId: String(at + 1),
    name: item.name,
    quantity: amountSold(item, quantity),
    ...(item.kilograms ? { unit: "kg" } : {}),
    unitPrice: item.unitPrice,
    totalPrice: total,
    ...(taxClass ? { taxCode: taxClass.code, taxRatePercent: taxClass.rate / 1000 } : {}),
    ...(item.warrantyMonths ? { warrantyMonths: item.warrantyMonths } : {}),
  };
}

function tipItem({ tip, lines }: Totals) {
  if (tip === 0) return [];
  const lineItemId = String(lines.length + 1);
  return [{ lineItemId, name: "Tip", quantity: 1, unitPrice: tip, totalPrice: tip }];
}
