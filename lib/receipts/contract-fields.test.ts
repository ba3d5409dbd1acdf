import assert from "node:assert/strict";
import { test } from "node:test";
import { readDiscountList, readItemField, readReceiptField } from "./contract-fields.ts";

test("a value with the shape is read, without the nulls in it", () => {
  const taxes = [{ name: null, ratePercent: 7, net: 100, amount: 7, code: "B", gross: 107 }];
  const [tax] = readReceiptField({ taxes }, "taxes") ?? [];
  assert.deepEqual(tax, { ratePercent: 7, net: 100, amount: 7, code: "B" });
  assert.equal(readItemField({ gtin: "96385074" }, "gtin"), "96385074");
  assert.equal(readReceiptField({ splitTender: true }, "splitTender"), true);
});

test("any other value is absent", () => {
  for (const splitTender of [undefined, null, "true", 1, {}]) {
    assert.equal(readReceiptField({ splitTender }, "splitTender"), undefined);
  }
  const wrong = [
    { ratePercent: 7, amount: 7 },
    { ratePercent: "19", amount: 7 },
  ];
  assert.equal(readReceiptField({ taxes: wrong }, "taxes"), undefined);
  for (const gtin of [4006381333931, "400638133393 1", "4006381", "12345678901"]) {
    assert.equal(readItemField({ gtin }, "gtin"), undefined);
  }
  assert.equal(readReceiptField(Object.create({ cashier: "Mia" }), "cashier"), undefined);
});

test("each discount holds by itself", () => {
  const discounts = [{ name: "Coupon", amount: 100 }, { amount: "1" }, null, { amount: -50 }];
  assert.deepEqual(readDiscountList({ discounts }), [
    { name: "Coupon", amount: 100 },
    { amount: -50 },
  ]);
  assert.deepEqual(readDiscountList({ discounts: { amount: 100 } }), []);
});
