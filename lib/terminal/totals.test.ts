import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gatewayParam } from "#lib/core/text.ts";
import { gateways } from "#lib/core/vocabulary.ts";
import { requestSchemaFor } from "#lib/payments/contract-order.ts";
import { settleOrder } from "#lib/payments/order.ts";
import {
  addItem,
  type Basket,
  beginSale,
  countItems,
  MAX_QUANTITY,
  setQuantity,
} from "./basket.ts";
import { fieldsFor, outcomesOf } from "./outcomes.ts";
import { buildPaymentBody, type TillCard } from "./payment-body.ts";
import { getShop, shops } from "./shops.ts";
import { computeTip, computeTotals, type Tip } from "./totals.ts";

const none: Tip = { kind: "none" };
const card: TillCard = {
  kind: "card",
  recipient: { recipientHashedPan: "ab".repeat(32) },
  last4: "4242",
  brand: "Visa",
};

describe("computeTotals", () => {
  const cases: {
    name: string;
    shopId: string;
    basket: Basket;
    tip: Tip;
    expected: { goods: number; addedTax: number; tip: number; total: number; taxes: number[] };
  }[] = [
    {
      name: "adds a tax to what it is on, and the tip to what has none",
      shopId: "cafe",
      basket: [
        { itemId: "flat-white", quantity: 2 },
        { itemId: "beans", quantity: 1 },
      ],
      tip: { kind: "percent", percent: 18 },
      // 950 × 8.875 % is 84.31; 2650 × 18 % is 477.
      expected: { goods: 2650, addedTax: 84, tip: 477, total: 3211, taxes: [84, 0] },
    },
    {
      name: "takes each rate out of prices that have it in them, rounded once a rate",
      shopId: "bakery",
      basket: [
        { itemId: "broetchen", quantity: 7 },
        { itemId: "kaffee", quantity: 1 },
      ],
      tip: none,
      // 240 × 19/119 is 38.32; 595 × 7/107 is 38.93.
      expected: { goods: 835, addedTax: 0, tip: 0, total: 835, taxes: [38, 39] },
    },
    {
      name: "knows no fractions of a yen",
      shopId: "konbini",
      basket: [
        { itemId: "salmon", quantity: 1 },
        { itemId: "lager", quantity: 1 },
      ],
      tip: none,
      // 235 × 10/110 is 21.36; 178 × 8/108 is 13.19.
      expected: { goods: 413, addedTax: 0, tip: 0, total: 413, taxes: [21, 13] },
    },
    {
      name: "weighs, and counts a thousand fils to the dinar",
      shopId: "dates",
      basket: [
        { itemId: "pistachios", quantity: 3 },
        { itemId: "khalas", quantity: 2 },
      ],
      tip: none,
      // 0.3 kg × 7.500, and 0.5 kg × 3.200.
      expected: { goods: 3850, addedTax: 0, tip: 0, total: 3850, taxes: [0] },
    },
    {
      name: "sells nothing for nothing",
      shopId: "cafe",
      basket: [{ itemId: "no-such-item", quantity: 3 }],
      tip: { kind: "percent", percent: 20 },
      expected: { goods: 0, addedTax: 0, tip: 0, total: 0, taxes: [] },
    },
  ];
  for (const { name, shopId, basket, tip, expected } of cases) {
    test(name, () => {
      const totals = computeTotals(getShop(shopId), basket, tip);
      const { goods, addedTax, total, taxes } = totals;
      const taxed = taxes.map(({ tax }) => tax);
      assert.deepEqual({ goods, addedTax, tip: totals.tip, total, taxes: taxed }, expected);
      for (const { net, tax, gross } of taxes) assert.equal(net + tax, gross);
    });
  }

  test("takes a tip as it was named", () => {
    assert.equal(computeTip(1000, { kind: "amount", amount: 333 }, "usd"), 333);
  });

  test("takes a tip in three decimals as a card can be charged", () => {
    assert.equal(computeTip(2250, { kind: "percent", percent: 15 }, "kwd"), 340);
    assert.equal(computeTip(2250, { kind: "amount", amount: 333 }, "kwd"), 330);
  });
});

describe("a basket", () => {
  test("counts up and down, and never past what a till takes", () => {
    const two = addItem(addItem(addItem([], "a"), "b"), "a");
    assert.deepEqual(two, [
      { itemId: "a", quantity: 2 },
      { itemId: "b", quantity: 1 },
    ]);
    assert.equal(countItems(two), 3);
    assert.deepEqual(setQuantity(two, "a", 0), [{ itemId: "b", quantity: 1 }]);
    assert.deepEqual(setQuantity([], "a", 1000), [{ itemId: "a", quantity: MAX_QUANTITY }]);
  });
});

for (const shop of shops) {
  describe(shop.merchantName, () => {
    const basket = shop.items.reduce<Basket>((all, { itemId }) => addItem(all, itemId), []);
    const tips: Tip[] = [
      none,
      ...shop.tips.map((percent) => ({ kind: "percent", percent }) as const),
    ];

    test("has items with an id, a price and a tax class each", () => {
      assert.ok(shop.items.length >= 12);
      assert.equal(new Set(shop.items.map(({ itemId }) => itemId)).size, shop.items.length);
      for (const { name, unitPrice, taxCode } of shop.items) {
        assert.ok(Number.isSafeInteger(unitPrice) && unitPrice > 0, name);
        assert.ok(
          shop.taxClasses.some(({ code }) => code === taxCode),
          name,
        );
      }
    });

    for (const gateway of gateways) {
      for (const outcome of outcomesOf({ gateway, provider: "sandbox" })) {
        test(`charges what the till shows: ${gateway}, ${outcome}`, () => {
          for (const tip of tips) {
            const totals = computeTotals(shop, basket, tip);
            const sale = beginSale();
            const fields = fieldsFor(outcome, { gateway, provider: "sandbox" });
            const now = new Date();
            const body = buildPaymentBody({ shop, sale, totals, card, gateway, fields, now });
            const name = gatewayParam.parse(gateway);
            const request = requestSchemaFor({ gateway: name }).parse(body);
            const { amount, mockItems } = settleOrder(name, request);
            assert.equal(amount, totals.total);
            assert.equal(mockItems, false);
            for (const { quantity, unitPrice, totalPrice } of request.items ?? []) {
              assert.equal(Math.round(quantity * unitPrice), totalPrice);
            }
          }
        });

        test(`charges a part of it as that part: ${gateway}, ${outcome}`, () => {
          const totals = computeTotals(shop, basket, none);
          const sale = beginSale();
          const fields = fieldsFor(outcome, { gateway, provider: "sandbox" });
          const part = Math.floor(totals.total / 3);
          const checkout = { shop, sale, totals, card, part, gateway, fields, now: new Date() };
          const body = buildPaymentBody(checkout);
          const name = gatewayParam.parse(gateway);
          const request = requestSchemaFor({ gateway: name }).parse(body);
          assert.equal(settleOrder(name, request).amount, part);
          assert.equal(request.totalAmount, totals.total);
        });
      }
    }
  });
}

test("no two sales have the same numbers", () => {
  const sales = Array.from({ length: 100 }, () => beginSale());
  assert.equal(new Set(sales.map(({ receiptId }) => receiptId)).size, 100);
  assert.equal(new Set(sales.map(({ transactionId }) => transactionId)).size, 100);
});
