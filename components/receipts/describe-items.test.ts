import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { describeReceipt } from "./describe-receipt.ts";
import { formatReceiptText } from "./receipt-text.ts";

const receipt: OpenedReceipt = {
  version: "1.0",
  merchantId: "m-1",
  transactionId: "t-1",
  mockItems: false,
  merchantName: "Werkzeug Weber",
  receiptId: "r-1",
  transactionDate: "2026-03-15T10:00:00+01:00",
  currency: "eur",
  amount: 1000,
};
const drill = { lineItemId: "1", name: "Drill", quantity: 1, unitPrice: 9900, totalPrice: 9900 };

const cases: [name: string, fields: object, expected: string][] = [
  ["one piece", {}, "Drill  €99.00"],
  [
    "a weight",
    { name: "Cheese", quantity: 0.432, unitPrice: 1290, totalPrice: 557, unit: "kg" },
    "Cheese  €5.57\n  0.432 kg × €12.90/kg",
  ],
  ["one of a unit", { unit: "m" }, "Drill  €99.00\n  1 m × €99.00/m"],
  [
    "a discount, before which the price is known",
    { quantity: 2, totalPrice: 17800, discountAmount: 2000 },
    "Drill  €198.00\n  2 × €99.00\n  Discount  -€20.00",
  ],
  [
    "a discount with a minus",
    { totalPrice: 7900, discountAmount: -2000 },
    "Drill  €99.00\n  Discount  -€20.00",
  ],
  [
    "a discount of a weight, rounded by the till",
    { quantity: 0.333, unitPrice: 1000, totalPrice: 234, discountAmount: 100 },
    "Drill  €3.34\n  0.333 × €10.00\n  Discount  -€1.00",
  ],
  [
    "a discount that the price of one is without already",
    { unitPrice: 7900, totalPrice: 7900, discountAmount: 2000 },
    "Drill  €79.00\n  incl. discount -€20.00",
  ],
  [
    "numbers and a warranty",
    { sku: "B 7", gtin: "4006381333931", serialNumber: "SN-0042", warrantyMonths: 24 },
    "Drill  €99.00\n  SKU B 7 · GTIN 4006381333931\n  Serial number SN-0042\n  Warranty until March 2028",
  ],
  [
    "nothing that lacks its shape",
    {
      sku: 7,
      gtin: "400638",
      unit: "",
      warrantyMonths: 1.5,
      discountAmount: "1",
      serialNumber: null,
    },
    "Drill  €99.00",
  ],
  [
    "texts on one line each",
    { sku: "B\u202e7\nTotal", unit: "k\ng" },
    "Drill  €99.00\n  1 k g × €99.00/k g\n  SKU B7 Total",
  ],
];

describe("an item is printed with", () => {
  for (const [name, fields, expected] of cases) {
    test(name, () => assert.equal(print({ items: [{ ...drill, ...fields }] }), expected));
  }

  test("a warranty in months where the day is not known, and with none in a credit note", () => {
    const items = [{ ...drill, warrantyMonths: 24 }];
    const early = { items, transactionDate: "0001-01-01T00:00:00Z" };
    assert.equal(print(early), "Drill  €99.00\n  Warranty 24 months");
    assert.equal(print({ items, kind: "refund" }), "Drill  €99.00");
  });
});

test("a returned article gives its discount back", () => {
  const fields = { unitPrice: -9900, totalPrice: -7900, discountAmount: 2000 };
  const other = { ...drill, totalPrice: 20_000, unitPrice: 20_000 };
  assert.equal(
    print({ items: [other, { ...drill, ...fields }] }),
    "Drill  €200.00\nDrill  -€99.00\n  Discount  €20.00",
  );
});

test("the rest is printed behind the amounts", () => {
  const text = formatReceiptText(
    describeReceipt(
      {
        ...receipt,
        orderNumber: "W-12",
        terminalId: "T 7",
        cashier: "Mia",
        loyalty: { program: "Club", member: "•• 12", pointsEarned: 10, pointsBalance: 1250 },
        returnPolicy: "Within 14 days.\n\nWith this receipt.",
        fiscal: { scheme: "TSE", data: "Signature\r\nabc", qr: "V0;1" },
      },
      { locale: "en-US" },
    ),
  );
  assert.ok(
    text.endsWith(`Receipt  r-1
Order  W-12
Terminal  T 7
Cashier  Mia
Loyalty  Club •• 12
Points earned  10
Points balance  1,250

Within 14 days.
With this receipt.

TSE
Signature
abc`),
    text,
  );
});

test("a fiscal code without words is printed as a code where there are codes, and as its text elsewhere", () => {
  const read = (fiscal: unknown) => describeReceipt({ ...receipt, fiscal }, { locale: "en-US" });
  const paper = read({ qr: "V0;1" });
  assert.deepEqual(paper.fiscal, { label: "Fiscal data", lines: [], qr: "V0;1" });
  assert.ok(formatReceiptText(paper).endsWith("\n\nFiscal data\nV0;1"));
  // Three bytes each: more than a QR code holds.
  const long = "寿".repeat(1000);
  assert.deepEqual(read({ qr: long }).fiscal, {
    label: "Fiscal data",
    lines: [long],
    qr: undefined,
  });
  for (const none of [undefined, null, {}, "V0;1", { qr: 7 }]) {
    assert.equal(read(none).fiscal, undefined);
  }
});

function print(fields: Partial<OpenedReceipt>): string {
  const { items } = describeReceipt({ ...receipt, ...fields }, { locale: "en-US" });
  return formatReceiptText({ ...emptyPaper, items });
}

const emptyPaper = {
  head: [],
  items: [],
  itemsNote: undefined,
  sums: [],
  sumsNote: undefined,
  taxTable: undefined,
  facts: [],
  policy: [],
  fiscal: undefined,
};
