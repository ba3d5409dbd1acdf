import assert from "node:assert/strict";
import { test } from "node:test";
import { type MockItem, mockItems } from "./mock-items.ts";

const CURRENCIES = ["jpy", "USD", "kwd", "clf"];

test("items add up to the amount less tax, whatever the amount", () => {
  const edges = [1, 2, 3, 99, 100, 101, 199, 200, 201, 299, 10 ** 12 - 1, 10 ** 12];
  const random = Array.from({ length: 2000 }, () => Math.ceil(10 ** (12 * Math.random())));
  for (const [index, amount] of [...edges, ...random].entries()) {
    const taxes = [undefined, 0, Math.floor(amount / 5), amount - 1, amount, amount + 7, 10 ** 12];
    for (const taxAmount of taxes) {
      const currency = CURRENCIES[index % CURRENCIES.length] ?? "usd";
      const items = mockItems({ receiptId: `receipt-${index}`, currency, amount, taxAmount });
      assertWellFormed(items);
      assert.equal(sum(items), amount - (taxAmount ?? 0));
      assert.ok(items.length === 1 || items.every((item) => item.unitPrice > 0));
    }
  }
});

test("without an amount the prices are plausible for the currency", () => {
  const largest = { jpy: 4000, USD: 4000, kwd: 40_000, clf: 400_000 };
  for (const [currency, most] of Object.entries(largest)) {
    for (let i = 0; i < 1000; i += 1) {
      const items = mockItems({ receiptId: `rcp_${i}`, currency });
      assertWellFormed(items);
      for (const { unitPrice } of items) {
        assert.ok(unitPrice >= (most * 3) / 40 && unitPrice <= most, `${currency} ${unitPrice}`);
      }
    }
  }
});

test("one receiptId always has the same items, and different ones differ", () => {
  const make = (receiptId: string) =>
    JSON.stringify(mockItems({ receiptId, currency: "usd", amount: 12_345, taxAmount: 345 }));
  assert.equal(make("receipt-7"), make("receipt-7"));

  const kinds = new Set(Array.from({ length: 200 }, (_, i) => make(`receipt-${i}`)));
  assert.ok(kinds.size > 150, `${kinds.size} kinds`);
});

test("they stay the same with another version of the generator", () => {
  const items = mockItems({
    receiptId: "receipt-7",
    currency: "usd",
    amount: 12_345,
    taxAmount: 345,
  });
  const lines = items.map(({ name, quantity, unitPrice }) => [name, quantity, unitPrice]);
  assert.deepEqual(lines, [
    ["Ballpoint pen", 1, 2025],
    ["Batteries AA", 1, 4320],
    ["Shopping bag", 3, 525],
    ["Hand soap", 1, 4080],
  ]);
});

test("every receiptId works, the empty one and one outside of the Latin script included", () => {
  for (const receiptId of ["", "فاتورة-١", "🧾", "x".repeat(128)]) {
    assert.equal(sum(mockItems({ receiptId, currency: "usd", amount: 5000 })), 5000);
  }
});

test("an unknown currency is a RangeError", () => {
  assert.throws(() => mockItems({ receiptId: "r", currency: "xxx" }), RangeError);
});

function assertWellFormed(items: MockItem[]): void {
  assert.ok(items.length >= 1 && items.length <= 6);
  assert.equal(new Set(items.map((item) => item.lineItemId)).size, items.length);
  assert.equal(new Set(items.map((item) => item.name)).size, items.length);
  for (const item of items) {
    assert.equal(item.mock, true);
    assert.ok(item.quantity >= 1 && Number.isSafeInteger(item.quantity));
    assert.ok(Number.isSafeInteger(item.unitPrice) && !Object.is(item.unitPrice, -0));
    assert.equal(item.quantity * item.unitPrice, item.totalPrice);
  }
}

function sum(items: MockItem[]): number {
  return items.reduce((total, item) => total + item.totalPrice, 0);
}
