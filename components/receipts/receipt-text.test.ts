import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { describeReceipt } from "./describe-receipt.ts";
import { formatReceiptText } from "./receipt-text.ts";

const receipt: OpenedReceipt = {
  version: "1.0",
  merchantId: "m-1",
  transactionId: "t-1",
  mockItems: false,
  merchantName: "Bäckerei Süß",
  receiptId: "r-1",
  transactionDate: "2026-11-20T23:30:00+01:00",
  currency: "eur",
  amount: 123456,
};

test("money is written as the reader's language does", () => {
  const items = [
    { lineItemId: "1", name: "Brot", quantity: 0.5, unitPrice: 500, totalPrice: 250 },
    { lineItemId: "2", name: "Pfand", quantity: 1, unitPrice: -25, totalPrice: -25, mock: true },
  ];
  assert.equal(
    format({ ...receipt, items }, "de-DE"),
    `Bäckerei Süß
20.11.2026, 23:30

Brot  2,50 €
  0,5 × 5,00 €
Pfand*  -0,25 €

* made up for this demo: the till sent no items.

Total  1.234,56 €

Receipt  r-1`,
  );
});

test("a quantity is never rounded to nothing, and no longer than it must be", () => {
  const quantities = {
    1e-7: "0.0000001",
    [1 / 3]: "0.333333",
    0.395: "0.395",
    1e9: "1,000,000,000",
  };
  for (const [quantity, written] of Object.entries(quantities)) {
    const item = { lineItemId: "1", name: "Saffron", unitPrice: 500, totalPrice: 500 };
    const text = format({ ...receipt, items: [{ ...item, quantity: Number(quantity) }] });
    assert.ok(text.includes(`\n  ${written} × €5.00\n`), text);
  }
});

test("a name from right to left and its price keep their places", () => {
  const items = [
    { lineItemId: "1", name: "לחם אחיד", quantity: 2, unitPrice: 500, totalPrice: 1000 },
    { lineItemId: "2", name: "ABC חלב 3%", quantity: 1, unitPrice: 234, totalPrice: 234 },
  ];
  const text = format({ ...receipt, items });
  assert.match(
    text,
    /\n\u2068לחם אחיד\u2069 {2}€10\.00\n {2}2 × €5\.00\n\u2068ABC חלב 3%\u2069 {2}€2\.34\n/,
  );
});

test("a hostile name stays on its line, and takes none of the characters that reorder with it", () => {
  const name = "\u202eTotal  €0.01\nTotal  €99.00\u2069\u202e";
  const items = [{ lineItemId: "1", name, quantity: 1, unitPrice: 5, totalPrice: 5 }];
  const text = format({ ...receipt, merchantName: `Shop\u2066\u2028`, items, taxCode: "\u202e" });
  assert.match(text, /^Shop \n/);
  assert.match(text, /\nTotal {2}€0\.01 Total {2}€99\.00 {2}€0\.05\n/);
  assert.doesNotMatch(text, /[\u2028\u202a-\u202e\u2066-\u2069]/);
});

test("a credit note says what it is, and what it is for", () => {
  const note = { ...receipt, kind: "refund" as const, refundOf: "pay_1", amount: 400 };
  const text = format(note);
  assert.match(text, /^REFUND\nBäckerei Süß\n/);
  assert.match(text, /\n\nRefunded {2}\+€4\.00\n\nCredit note {2}r-1\nFor payment {2}pay_1$/);
  assert.doesNotMatch(text, /Total/);
});

test("currencies have none to four decimal digits", () => {
  const write = (currency: string, locale: string) =>
    format({ ...receipt, currency, amount: 1290 }, locale);
  assert.match(write("jpy", "ja-JP"), /Total {2}[¥￥]1,290/);
  assert.match(write("kwd", "en-US"), /Total {2}KWD 1\.290/);
  assert.match(write("clf", "en-US"), /Total {2}CLF 0\.1290/);
});

function format(given: OpenedReceipt, locale = "en-US"): string {
  return formatReceiptText(describeReceipt(given, { locale })).replaceAll("\u00a0", " ");
}
