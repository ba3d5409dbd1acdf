import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readExamples } from "#examples/read-examples.ts";
import { type OpenedReceipt, openedReceipt } from "#lib/receipts/contract.ts";
import { describeSums } from "./describe-sums.ts";

const receipt: OpenedReceipt = {
  version: "1.0",
  merchantId: "m-1",
  transactionId: "t-1",
  mockItems: false,
  merchantName: "Lantern House",
  receiptId: "r-1",
  transactionDate: "2026-11-20T23:30:00Z",
  currency: "usd",
  amount: 5500,
};
const dinner = { lineItemId: "1", name: "Dinner", quantity: 1, unitPrice: 4600, totalPrice: 4600 };
const bill = { subtotal: 4600, taxAmount: 400, tipAmount: 500 };

const cases: [name: string, fields: Partial<OpenedReceipt>, expected: string[]][] = [
  [
    "a tip is on top",
    { ...bill, totalAmount: 5500 },
    ["Subtotal 4600", "Tax 400", "Tip 500", "Total 5500"],
  ],
  [
    "a tip that the total leaves out comes after it",
    { ...bill, totalAmount: 5000 },
    ["Subtotal 4600", "Tax 400", "Total 5000", "Tip 500", "Charged 5500"],
  ],
  [
    "a tip that is an item as well is in it",
    { subtotal: 5500, tipAmount: 500 },
    ["Subtotal 5500", "Total 5500", "incl. tip 500"],
  ],
  [
    "a tip of nothing is none",
    { ...bill, tipAmount: 0, amount: 5000 },
    ["Subtotal 4600", "Tax 400", "Total 5000"],
  ],
  [
    "a part of the total that another card paid",
    { subtotal: 9000, totalAmount: 9000 },
    ["Subtotal 9000", "Total 9000", "Charged 5500"],
  ],
  [
    "tax in the prices that the till does not call so",
    { items: [{ ...dinner, totalPrice: 5500 }], taxAmount: 400 },
    ["Total 5500", "incl. tax 400"],
  ],
  [
    "tax in the items that is not in the subtotal",
    {
      items: [{ ...dinner, totalPrice: 5500 }],
      subtotal: 5000,
      pricesIncludeTax: true,
      taxes: [{ rate: 10, tax: 500 }],
    },
    ["Subtotal 5000", "Tax 10% 500", "Total 5500"],
  ],
  [
    "discounts, with or without a minus",
    {
      subtotal: 6000,
      discounts: [{ name: "Regulars", amount: 300 }, { amount: -200 }, { name: "No", amount: "1" }],
    },
    ["Subtotal 6000", "Regulars -300", "Discount -200", "Total 5500"],
  ],
  [
    "a discount that is an item as well is in it",
    {
      items: [dinner, { ...dinner, totalPrice: 900 }],
      discounts: [{ name: "Coupon", amount: 100 }],
    },
    ["Total 5500", "incl. Coupon -100"],
  ],
];

describe("describeSums puts what adds up before the total:", () => {
  for (const [name, fields, expected] of cases) {
    test(name, () => {
      const { lines, addUp } = sumsOf({ ...receipt, ...fields });
      assert.deepEqual(lines, expected);
      assert.equal(addUp, true);
    });
  }
});

test("amounts that do not add up are printed as they were sent, and known not to", () => {
  const { lines, addUp } = sumsOf({ ...receipt, ...bill, subtotal: 1 });
  assert.deepEqual(lines, ["Subtotal 1", "Tax 400", "Tip 500", "Total 5500"]);
  assert.equal(addUp, false);
  assert.equal(sumsOf({ ...receipt, items: [dinner] }).addUp, false);
});

test("a total alone, or with made-up items, is compared with nothing", () => {
  assert.equal(sumsOf(receipt).addUp, true);
  assert.equal(sumsOf({ ...receipt, items: [{ ...dinner, mock: true }] }).addUp, true);
});

test("every example adds up", () => {
  for (const { name, request } of readExamples()) {
    const example = openedReceipt.parse({ amount: request.totalAmount, ...request });
    assert.equal(sumsOf(example).addUp, true, name);
  }
});

function sumsOf(given: OpenedReceipt) {
  const { lines, addUp } = describeSums(given, { locale: "en-US", refunded: 0 });
  return { addUp, lines: lines.map(({ label, amount }) => `${label} ${amount}`) };
}
