import type { ReadableReceipt } from "./select-receipts.ts";

type Content = ReadableReceipt["content"];

/** For tests: a sale with two rates in its prices, a tip, and names in many scripts. */
export const sale = readable("pay_1", {
  version: "1.0",
  receiptId: "A-42",
  merchantId: "m-1",
  merchantName: "Bäckerei Süß",
  merchantStreet: "Große Straße 1",
  merchantCity: "Köln",
  merchantPostalCode: "50667",
  merchantCountry: "DE",
  merchantTaxId: "DE123456789",
  transactionId: "t-1",
  transactionDate: "2026-11-20T09:30:00+01:00",
  currency: "eur",
  amount: 1650,
  tipAmount: 100,
  cardBrand: "visa",
  cardLast4: "4242",
  mockItems: false,
  pricesIncludeTax: true,
  taxes: [
    { name: "MwSt", ratePercent: 19, net: 1000, amount: 190, code: "A" },
    { name: "MwSt", ratePercent: 7, net: 336, amount: 24, code: "B" },
  ],
  items: [
    {
      lineItemId: "1",
      name: "Kaffee, gemahlen",
      quantity: 2,
      unitPrice: 595,
      totalPrice: 1190,
      taxCode: "A",
      sku: "K-1",
      category: "=Groceries",
    },
    {
      lineItemId: "2",
      name: '抹茶 "Latte"',
      quantity: 1,
      unitPrice: 360,
      totalPrice: 360,
      taxCode: "B",
    },
  ],
  fiscal: { scheme: "TSE", data: "Seriennummer 1234", qr: "V0;955002-00;Kassenbeleg" },
});

/** For tests: what came back of it. */
export const note = readable("ref_1", {
  version: "1.0",
  receiptId: "C-7",
  merchantId: "m-1",
  merchantName: "Bäckerei Süß",
  transactionId: "t-2",
  transactionDate: "2026-11-21T10:00:00+01:00",
  currency: "eur",
  amount: 595,
  mockItems: false,
  kind: "refund",
  refundOf: "pay_1",
  pricesIncludeTax: true,
  taxes: [{ name: "MwSt", ratePercent: 19, net: 500, amount: 95, code: "A" }],
  items: [
    {
      lineItemId: "1",
      name: "Kaffee, gemahlen",
      quantity: 1,
      unitPrice: 595,
      totalPrice: 595,
      taxCode: "A",
    },
  ],
});

/** For tests: a sale in yen, with tax on top, a discount of the whole, and no item's rate. */
export const yen = readable("pay_2", {
  version: "1.0",
  receiptId: "J-1",
  merchantId: "m-2",
  merchantName: "寿司屋 Привет",
  transactionId: "t-3",
  transactionDate: "2026-11-22T12:00:00+09:00",
  currency: "jpy",
  amount: 1980,
  mockItems: false,
  taxAmount: 180,
  discounts: [{ name: "Kupon", amount: 200 }],
  items: [{ lineItemId: "1", name: "寿司", quantity: 2, unitPrice: 1000, totalPrice: 2000 }],
});

function readable(paymentId: string, content: Content): ReadableReceipt {
  return { paymentId, content, sealed: content, listed: undefined };
}
