import { minus, orientNote } from "#components/receipts/credit-note.ts";
import { describeSums } from "#components/receipts/describe-sums.ts";
import { readTaxes } from "#components/receipts/paper-taxes.ts";
import { parseDateTime } from "#lib/core/date-time.ts";
import { formatDecimal } from "#lib/core/money.ts";
import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";
import { readItemField, readReceiptField } from "#lib/receipts/contract-fields.ts";
import type { ReadableReceipt } from "./select-receipts.ts";

/** Of the whole file. */
export const SCHEMA_CONTEXT = "https://schema.org";

/**
 * A receipt in the words of schema.org: an invoice that has been paid, for an order. A credit note is one with negative
 * amounts, for an order that was returned; schema.org has no type for it.
 */
export function describeInvoice({ paymentId, content }: ReadableReceipt) {
  const receipt = orientNote(content);
  const { cardBrand, cardLast4, currency, kind, paymentMethod, receiptId, refundOf } = receipt;
  const isRefund = kind === "refund";
  const money = (amount: number): Money => ({
    "@type": "MonetaryAmount",
    currency: currency.toUpperCase(),
    value: formatDecimal({ amount: isRefund ? minus(amount) : amount, currency }),
  });
  return {
    "@type": "Invoice",
    "@id": `urn:sealslip:${paymentId}`,
    identifier: paymentId,
    name: isRefund ? "Credit note" : "Receipt",
    confirmationNumber: receiptId,
    ...(typeof refundOf === "string" && { description: `Refund of payment ${refundOf}` }),
    paymentStatus: "https://schema.org/PaymentComplete",
    totalPaymentDue: money(receipt.amount),
    ...((cardBrand ?? paymentMethod) && { paymentMethod: cardBrand ?? paymentMethod ?? "" }),
    ...(cardLast4 && { paymentMethodId: cardLast4 }),
    provider: describeShop(receipt),
    referencesOrder: describeOrder(receipt, { isRefund, money }),
  };
}

function describeShop(receipt: OpenedReceipt) {
  const { merchantContactEmail: email, merchantId, merchantName, merchantTaxId: taxID } = receipt;
  const address = {
    streetAddress: receipt.merchantStreet,
    addressLocality: receipt.merchantCity,
    addressRegion: receipt.merchantState,
    postalCode: receipt.merchantPostalCode,
    addressCountry: receipt.merchantCountry,
  };
  const known = Object.fromEntries(Object.entries(address).filter(([, part]) => part));
  return {
    "@type": "Organization",
    name: merchantName,
    identifier: merchantId,
    ...(email && { email }),
    ...(taxID && { taxID }),
    ...(Object.keys(known).length > 0 && { address: { "@type": "PostalAddress", ...known } }),
  };
}

type Money = { "@type": "MonetaryAmount"; currency: string; value: string };
type Notation = { isRefund: boolean; money: (amount: number) => Money };

function describeOrder(receipt: OpenedReceipt, notation: Notation) {
  const { items = [], receiptId, transactionDate, transactionId } = receipt;
  const taxes = readTaxes(receipt);
  const sums = describeSums(receipt, { locale: "en-US", refunded: 0, hasTaxTable: false }).lines;
  // What is no article and still on top, such as a tip, or tax in the United States.
  const added = sums.filter(
    ({ role }) => role === "before" || role === "added" || role === "after",
  );
  const moment = parseDateTime(transactionDate)?.toISOString();
  return {
    "@type": "Order",
    identifier: transactionId,
    orderNumber: readReceiptField(receipt, "orderNumber") ?? receiptId,
    // As the till wrote it, where that says from which zone.
    orderDate: /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(transactionDate)
      ? transactionDate
      : (moment?.slice(0, 19) ?? transactionDate),
    orderStatus: `https://schema.org/${notation.isRefund ? "OrderReturned" : "OrderDelivered"}`,
    orderedItem: items.map(describeItem),
    acceptedOffer: [
      ...items.map((item) => describeOffer(item, { ...notation, included: taxes.included })),
      ...added.map(({ label, amount }) => describeExtra(label, notation.money(amount))),
    ],
  };
}

function describeItem(item: LineItem) {
  return {
    "@type": "OrderItem",
    orderItemNumber: item.lineItemId,
    orderQuantity: item.quantity,
    orderedItem: describeProduct(item),
  };
}

function describeProduct(item: LineItem) {
  const [sku, gtin, category, serialNumber] = [
    readItemField(item, "sku"),
    readItemField(item, "gtin"),
    readItemField(item, "category"),
    readItemField(item, "serialNumber"),
  ];
  return {
    // A serial number is that of one piece.
    "@type": serialNumber === undefined ? "Product" : "IndividualProduct",
    name: item.name,
    ...(sku && { sku }),
    ...(gtin && { gtin }),
    ...(category && { category }),
    ...(serialNumber && { serialNumber }),
  } as const;
}

function describeOffer(item: LineItem, { included, money }: Notation & { included: boolean }) {
  const { quantity, totalPrice, unitPrice } = item;
  const total = money(totalPrice);
  const each = money(unitPrice);
  const unit = readItemField(item, "unit");
  return {
    "@type": "Offer",
    itemOffered: describeProduct(item),
    price: total.value,
    priceCurrency: total.currency,
    eligibleQuantity: {
      "@type": "QuantitativeValue",
      value: quantity,
      ...(unit && { unitText: unit }),
    },
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price: each.value,
      priceCurrency: each.currency,
      valueAddedTaxIncluded: included,
      ...(unit && { unitText: unit }),
    },
  };
}

function describeExtra(name: string, money: Money) {
  return {
    "@type": "Offer",
    name,
    price: money.value,
    priceCurrency: money.currency,
  };
}
