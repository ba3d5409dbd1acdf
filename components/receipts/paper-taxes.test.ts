import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { describeReceipt } from "./describe-receipt.ts";
import { readTaxes } from "./paper-taxes.ts";
import { formatReceiptText } from "./receipt-text.ts";

const receipt: OpenedReceipt = {
  version: "1.0",
  merchantId: "m-1",
  transactionId: "t-1",
  mockItems: false,
  merchantName: "Blue Door Coffee",
  receiptId: "r-1",
  transactionDate: "2026-11-20T23:30:00Z",
  currency: "usd",
  amount: 1034,
};
const goods = { lineItemId: "1", name: "Beans", quantity: 1, unitPrice: 950, totalPrice: 950 };

const vat = [
  { name: "MwSt", ratePercent: 7, net: 1094, amount: 77, code: "B" },
  { name: "MwSt", ratePercent: 19, net: 487, amount: 92, code: "A" },
];
const bread = { ...goods, name: "Brot", unitPrice: 1171, totalPrice: 1171, taxCode: "B" };
const soap = { ...goods, name: "Seife", unitPrice: 579, totalPrice: 579, taxRatePercent: 19 };
const shopping = {
  ...receipt,
  currency: "eur",
  amount: 1750,
  items: [bread, soap],
  pricesIncludeTax: true,
};
const table = `Brot  11,71 € B
Seife  5,79 € A

Total  17,50 €

Prices include tax.

B MwSt 7 %  net 10,94, tax 0,77, gross 11,71
A MwSt 19 %  net 4,87, tax 0,92, gross 5,79
Sum  net 15,81, tax 1,69, gross 17,50
`;

test("tax in the prices is a table, and each item has the letter of its rate", () => {
  assert.ok(format({ ...shopping, taxes: vat }, "de-DE").includes(table));
});

test("what tills sent before the contract had these fields is the same table", () => {
  const names = { 7: "B", 19: "A" } as const;
  const taxes = ([7, 19] as const).map((rate, at) => ({
    rate,
    net: vat[at]?.net,
    tax: vat[at]?.amount,
    taxCode: names[rate],
  }));
  const items = [bread, { ...soap, taxRatePercent: undefined, taxRate: 19 }];
  const text = format({ ...shopping, items, taxes }, "de-DE");
  assert.ok(text.includes(table.replaceAll("MwSt ", "")), text);
});

test("without net amounts there are lines instead of a table", () => {
  const taxes = vat.map(({ net: _net, ...tax }) => tax);
  assert.match(
    format({ ...shopping, taxes }, "de-DE"),
    /Total {2}17,50 €\nincl\. MwSt 7 % \(B\) {2}0,77 €\nincl\. MwSt 19 % \(A\) {2}0,92 €\n/,
  );
});

test("without rates there is the one sum, or no line at all", () => {
  const sale = { ...receipt, items: [goods] };
  assert.match(format({ ...sale, taxAmount: 84 }, "en-US"), /Tax {2}\$0\.84\nTotal {2}\$10\.34/);
  assert.doesNotMatch(format({ ...sale, amount: 950 }, "en-US"), /tax/i);
});

test("tax on top is told by rate, before the total, and those that lead to zero are left out", () => {
  const taxes = [
    { name: "State tax", ratePercent: 4.875, net: 950, amount: 46 },
    { name: "City tax", ratePercent: 4, net: 950, amount: 38 },
    { name: "Exempt", ratePercent: 0, net: 0, amount: 0 },
  ];
  const paper = { ...receipt, items: [goods], pricesIncludeTax: false, taxAmount: 84, taxes };
  const text = format(paper, "en-US");
  assert.match(text, /State tax 4\.875% {2}\$0\.46\nCity tax 4% {2}\$0\.38\nTotal {2}\$10\.34\n/);
  assert.doesNotMatch(text, /net|Exempt/);
  const coded = [
    { name: "Sales tax", ratePercent: 8.875, net: 950, amount: 84, code: "T" },
    { name: "Exempt", ratePercent: 0, net: 300, amount: 0, code: "E" },
  ];
  const one = format({ ...paper, taxes: coded.slice(0, 1) }, "en-US");
  assert.match(one, /Sales tax 8\.875% \(T\) {2}\$0\.84\nTotal {2}\$10\.34\n/);
  assert.doesNotMatch(one, /net/);
  const milk = { ...goods, totalPrice: 300, taxCode: "E" };
  const both = { ...paper, amount: 1334, items: [goods, milk], taxes: coded };
  const several = format(both, "en-US");
  assert.match(several, /Sales tax 8\.875% \(T\) {2}\$0\.84\nTotal {2}\$13\.34\n/);
  assert.match(
    several,
    /\nT Sales tax 8\.875% {2}net 9\.50, tax 0\.84, gross 10\.34\nE Exempt 0% {2}net 3\.00/,
  );
});

test("a sum that the rates do not add up to is told beside them", () => {
  const taxes = [{ ratePercent: 5, amount: 40 }];
  const paper = { ...receipt, items: [goods], pricesIncludeTax: false, taxAmount: 84, taxes };
  assert.match(
    format(paper, "en-US"),
    /Tax {2}\$0\.84\nTotal {2}\$10\.34\nincl\. tax 5% {2}\$0\.40\n/,
  );
});

test("a letter that is the rate itself is not repeated", () => {
  const taxes = [{ name: "IVA", ratePercent: 10, net: 864, amount: 86, code: "10%" }];
  const items = [{ ...goods, taxCode: "10%" }];
  const paper = { ...receipt, amount: 950, items, pricesIncludeTax: true, taxes };
  const text = format({ ...paper, currency: "eur" }, "it-IT");
  assert.match(text, /Beans {2}9,50 € 10%\n/);
  assert.match(text, /\nIVA 10% {2}net 8,64, tax 0,86, gross 9,50\n/);
});

describe("what a till sends under these names, and is no tax, is left out", () => {
  const cases: [name: string, taxes: unknown][] = [
    ["a text", "7 %"],
    ["a number", 77],
    ["no list", { ratePercent: 7, amount: 77 }],
    ["nothing in the list", [null, 7, "7"]],
    ["texts as numbers", [{ ratePercent: "7", amount: "77" }]],
    ["a fraction of the smallest unit", [{ ratePercent: 7, amount: 0.77 }]],
    ["no rate", [{ amount: 77 }]],
    ["a table with an entry that is none", [...vat, { ratePercent: 5 }]],
  ];
  for (const [name, taxes] of cases) {
    test(name, () => assert.deepEqual(readTaxes({ ...receipt, taxes }).rates, []));
  }
});

describe("in a credit note, a kept fee at another rate comes off the sums, whichever signs were sent", () => {
  const back = { ...goods, name: "Beans", unitPrice: 1190, totalPrice: 1190, taxCode: "A" };
  const fee = { ...goods, name: "Fee", unitPrice: -100, totalPrice: -100, taxCode: "B" };
  const taxes = [
    { name: "VAT", ratePercent: 19, net: 1000, amount: 190, code: "A" },
    { name: "VAT", ratePercent: 7, net: -93, amount: -7, code: "B" },
  ];
  const note = {
    ...receipt,
    kind: "refund" as const,
    currency: "eur",
    amount: 1090,
    items: [back, fee],
    pricesIncludeTax: true,
    taxAmount: 183,
    taxes,
  };
  const minusItems = note.items.map((item) => ({ ...item, totalPrice: -item.totalPrice }));
  const minusTaxes = taxes.map((tax) => ({ ...tax, net: -tax.net, amount: -tax.amount }));
  const signs: [name: string, fields: Partial<OpenedReceipt>][] = [
    ["what comes back is positive", {}],
    ["what comes back is negative", { items: minusItems, taxAmount: -183, taxes: minusTaxes }],
    ["the lines alone", { items: minusItems }],
    ["the taxes alone", { taxAmount: -183, taxes: minusTaxes }],
    ["the net amounts alone", { taxes: taxes.map((tax) => ({ ...tax, net: -tax.net })) }],
  ];
  for (const [name, fields] of signs) {
    test(name, () => {
      const text = format({ ...note, ...fields }, "en-US");
      assert.match(text, /\nRefunded {2}\+€10\.90\n/);
      assert.ok(
        text.includes(`
A VAT 19%  net 10.00, tax 1.90, gross 11.90
B VAT 7%  net -0.93, tax -0.07, gross -1.00
Sum  net 9.07, tax 1.83, gross 10.90
`),
        text,
      );
    });
  }

  test("also where the fee has more tax than the goods, and only the amounts were sent", () => {
    const tax = [
      { ratePercent: 7, amount: 77 },
      { ratePercent: 19, amount: -80 },
    ];
    const items = [
      { ...back, totalPrice: 1177, unitPrice: 1177 },
      { ...fee, totalPrice: -500, unitPrice: -500 },
    ];
    for (const sign of [1, -1]) {
      const taxes = tax.map((one) => ({ ...one, amount: sign * one.amount }));
      const { rates, sum, total } = readTaxes({ ...note, items, taxes, taxAmount: 3 });
      assert.deepEqual(
        rates.map(({ amount }) => amount),
        [77, -80],
      );
      assert.deepEqual([sum, total], [undefined, -3]);
    }
  });
});

function format(paper: OpenedReceipt, locale: string): string {
  return formatReceiptText(describeReceipt(paper, { locale })).replaceAll("\u00a0", " ");
}
