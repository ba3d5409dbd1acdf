import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readExamples } from "#examples/read-examples.ts";
import { type OpenedReceipt, openedReceipt } from "#lib/receipts/contract.ts";
import { describeReceipt } from "./describe-receipt.ts";
import { readTaxes } from "./paper-receipt.ts";
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

test("tax in the prices is told by rate, after the total", () => {
  const berlin = readPaper("supermarket-berlin");
  assert.deepEqual(readTaxes(berlin), {
    included: true,
    lines: [
      { rate: 7, tax: 77, code: "B" },
      { rate: 19, tax: 92, code: "A" },
    ],
    sum: undefined,
    total: 169,
  });
  const text = format(berlin, "de-DE").replaceAll("\u00a0", " ");
  assert.match(
    text,
    /Total {2}17,50 €\nincl\. tax 7 % \(B\) {2}0,77 €\nincl\. tax 19 % \(A\) {2}0,92 €/,
  );
});

test("without rates there is the one sum, or no line at all", () => {
  const { included, lines, sum } = readTaxes(readPaper("ramen-tokyo"));
  assert.deepEqual({ included, lines, sum }, { included: false, lines: [], sum: 379 });
  assert.doesNotMatch(format(readPaper("minimal"), "en-US"), /tax/i);
});

test("tax on top is told by rate, before the total", () => {
  const taxes = [
    { taxCode: "A", taxRate: 8.875, net: 950, tax: 84, gross: 1034 },
    { taxCode: "Z", taxRate: 0, net: 0, tax: 0, gross: 0 },
  ];
  const paper = { ...receipt, pricesIncludeTax: false, taxAmount: 84, taxes };
  assert.match(format(paper, "en-US"), /Tax 8\.875% \(A\) {2}\$0\.84\nTotal {2}\$10\.34/);
});

test("a sum that the rates do not add up to is told beside them", () => {
  const taxes = [{ rate: 5, tax: 40 }];
  const paper = { ...receipt, pricesIncludeTax: false, taxAmount: 84, taxes };
  assert.match(
    format(paper, "en-US"),
    /Tax {2}\$0\.84\nTotal {2}\$10\.34\nincl\. tax 5% {2}\$0\.40\n/,
  );
});

describe("what a till sends under these names, and is no tax, is left out", () => {
  const cases: [name: string, taxes: unknown][] = [
    ["a text", "7 %"],
    ["a number", 77],
    ["no list", { rate: 7, tax: 77 }],
    ["nothing in the list", [null, 7, "7"]],
    ["texts as numbers", [{ rate: "7", tax: "77" }]],
    ["a fraction of the smallest unit", [{ rate: 7, tax: 0.77 }]],
    ["no rate", [{ tax: 77 }]],
  ];
  for (const [name, taxes] of cases) {
    test(name, () => assert.deepEqual(readTaxes({ ...receipt, taxes }).lines, []));
  }
});

function format(paper: OpenedReceipt, locale: string): string {
  return formatReceiptText(describeReceipt(paper, { locale }));
}

function readPaper(name: string): OpenedReceipt {
  const example = readExamples().find((one) => one.name === name);
  return openedReceipt.parse(example?.request);
}
