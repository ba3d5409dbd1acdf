import assert from "node:assert/strict";
import { test } from "node:test";
import { beginSale } from "./basket.ts";
import { fieldsFor } from "./outcomes.ts";
import { buildPaymentBody } from "./payment-body.ts";
import { listRequestLines } from "./request-lines.ts";
import { shops } from "./shops.ts";
import { computeTotals } from "./totals.ts";

const [shop] = shops;
const hashedPan = `${"a".repeat(8)}${"1".repeat(48)}${"b".repeat(8)}`;
const body = buildPaymentBody({
  shop,
  sale: beginSale(),
  totals: computeTotals(shop, [{ itemId: "drip", quantity: 2 }], { kind: "none" }),
  card: { hashedPan, last4: "4242", brand: "visa" },
  gateway: "gateway_two",
  fields: fieldsFor("approve", { gateway: "gateway_two", provider: "sandbox" }),
  now: new Date(),
});
const lines = listRequestLines(body);

test("the lines are the body, with the card's hash shortened", () => {
  const text = lines.map((line) => line.text).join("\n");
  assert.deepEqual(JSON.parse(text), { ...body, recipientHashedPan: "aaaaaaaa…bbbbbbbb" });
  assert.ok(!text.includes("1".repeat(40)));
});

test("each line knows what becomes of it", () => {
  const expected: [start: string, fate: string][] = [
    ['"merchantId"', "kept"],
    ['"receiptId"', "kept"],
    ['"transactionId"', "kept"],
    ['"currency"', "kept"],
    ['"recipientHashedPan"', "hashed"],
    ['"cardNonce"', "passed_on"],
    ['"merchantName"', "sealed"],
    ['"cardLast4"', "sealed"],
    ['"items"', "sealed"],
    ['{ "lineItemId"', "sealed"],
  ];
  for (const [start, fate] of expected) {
    assert.equal(lines.find(({ text }) => text.startsWith(start))?.fate, fate, start);
  }
  assert.deepEqual([lines[0]?.fate, lines.at(-1)?.fate], [undefined, undefined]);
});
