import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readExamples } from "#examples/read-examples.ts";
import { type OpenedReceipt, openedReceipt } from "#lib/receipts/contract.ts";
import { describeReceipt } from "./describe-receipt.ts";
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
    ["Subtotal 9000", "Total 9000", "Not charged here -3500", "Charged 5500"],
  ],
  [
    "the share of a larger receipt",
    { subtotal: 9000, totalAmount: 9000, splitTender: true },
    ["Subtotal 9000", "Total 9000", "Paid with this card 5500"],
  ],
  [
    "the share of a receipt whose total follows from its items",
    { items: [{ ...dinner, totalPrice: 9000 }], taxAmount: 400, splitTender: true },
    ["Tax 400", "Total 9400", "Paid with this card 5500"],
  ],
  ["the share of a receipt that says no more", { splitTender: true }, ["Total 5500"]],
  [
    "a split that is no boolean is none",
    { subtotal: 9000, totalAmount: 9000, splitTender: "true" },
    ["Subtotal 9000", "Total 9000", "Not charged here -3500", "Charged 5500"],
  ],
  [
    "more than the total",
    { subtotal: 5000, totalAmount: 5000 },
    ["Subtotal 5000", "Total 5000", "Not itemized 500", "Charged 5500"],
  ],
  [
    "what no line explains",
    { items: [dinner], taxAmount: 400, tipAmount: 450 },
    ["Tax 400", "Tip 450", "Not itemized 50", "Total 5500"],
  ],
  [
    "items that cost more than the total",
    { items: [{ ...dinner, totalPrice: 6000 }] },
    ["Not itemized -500", "Total 5500"],
  ],
  [
    "what leads from the items to the subtotal",
    { items: [{ ...dinner, totalPrice: 4500 }], ...bill },
    ["Not itemized 100", "Subtotal 4600", "Tax 400", "Tip 500", "Total 5500"],
  ],
  [
    "a subtotal that leads nowhere, beside items that do",
    { items: [dinner], ...bill, subtotal: 1 },
    ["Tax 400", "Tip 500", "Total 5500", "Subtotal 1"],
  ],
  [
    "amounts without items are in the total",
    { taxAmount: 400, tipAmount: 500, discounts: [{ amount: 100 }] },
    ["Total 5500", "incl. Discount -100", "incl. tax 400", "incl. tip 500"],
  ],
  [
    "nulls of a serializer",
    {
      items: [{ ...dinner, totalPrice: 5500 }],
      taxes: [{ name: null, ratePercent: 10, net: null, amount: 500, code: null }],
    },
    ["Total 5500", "incl. tax 10% 500"],
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
    test(name, () => assert.deepEqual(sumsOf({ ...receipt, ...fields }), expected));
  }
});

test("a total alone, or with made-up items, is compared with nothing", () => {
  assert.deepEqual(sumsOf(receipt), ["Total 5500"]);
  assert.deepEqual(sumsOf({ ...receipt, items: [{ ...dinner, mock: true }] }), ["Total 5500"]);
});

describe("a credit note looks the same, whichever sign the merchant sends:", () => {
  const paid = {
    items: [
      { ...dinner, quantity: 2, unitPrice: 2300 },
      { ...dinner, name: "Fee", unitPrice: -100, totalPrice: -100 },
    ],
    subtotal: 4500,
    taxAmount: 1000,
    taxes: [{ name: "VAT", ratePercent: 20, net: 4500, amount: 1000, code: "A" }],
    discounts: [{ name: "Regulars", amount: 0 }],
  };
  const note = { ...receipt, kind: "refund" as const };
  const minus = (amount: number) => -amount;
  const items = (change: (item: typeof dinner) => Partial<typeof dinner>) =>
    paid.items.map((item) => ({ ...item, ...change(item) }));
  const returned: [name: string, fields: Partial<OpenedReceipt>][] = [
    [
      "all of them",
      {
        items: items(({ unitPrice, totalPrice }) => ({
          unitPrice: -unitPrice,
          totalPrice: -totalPrice,
        })),
        subtotal: minus(paid.subtotal),
        taxAmount: minus(paid.taxAmount),
        taxes: paid.taxes.map((tax) => ({ ...tax, net: -tax.net, amount: -tax.amount })),
      },
    ],
    [
      "the lines",
      {
        items: items(({ unitPrice, totalPrice }) => ({
          unitPrice: -unitPrice,
          totalPrice: -totalPrice,
        })),
      },
    ],
    ["the prices of lines", { items: items(({ totalPrice }) => ({ totalPrice: -totalPrice })) }],
    ["the tax", { taxAmount: minus(paid.taxAmount) }],
  ];
  for (const [name, fields] of returned) {
    test(name, () => {
      const expected = describeReceipt({ ...note, ...paid }, { locale: "en-US" });
      const given = describeReceipt({ ...note, ...paid, ...fields }, { locale: "en-US" });
      assert.deepEqual(given, expected);
      assert.deepEqual(
        given.sums.map(({ label, money }) => `${label} ${money.text}`),
        ["Subtotal $45.00", "VAT 20% (A) $10.00", "Refunded +$55.00"],
      );
    });
  }

  test("a part that the lines do not explain", () => {
    const part = { ...note, items: paid.items.slice(0, 1), amount: 5000 };
    assert.deepEqual(sumsOf(part), ["Not itemized 400", "Refunded 5000"]);
  });

  test("a share that goes back to this card", () => {
    const share = { ...note, items: paid.items.slice(0, 1), amount: 2000, splitTender: true };
    assert.deepEqual(sumsOf(share), ["Total refund 4600", "Refunded to this card 2000"]);
    const { sums } = describeReceipt(share, { locale: "en-US" });
    assert.equal(sums.at(-1)?.money.text, "+$20.00 of $46.00");
  });
});

test("every example adds up", () => {
  for (const { name, request } of readExamples()) {
    const example = openedReceipt.parse({ amount: request.totalAmount, ...request });
    const gaps = sumsOf(example).filter((line) => line.startsWith("Not"));
    assert.deepEqual(gaps, [], name);
  }
});

function sumsOf(given: OpenedReceipt): string[] {
  const options = { locale: "en-US", refunded: 0, hasTaxTable: false };
  return describeSums(given, options).lines.map(({ label, amount }) => `${label} ${amount}`);
}
