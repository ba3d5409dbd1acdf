import assert from "node:assert/strict";
import { test } from "node:test";
import { beginSale } from "./basket.ts";
import { fieldsFor } from "./outcomes.ts";
import { buildPaymentBody } from "./payment-body.ts";
import { listRequestLines } from "./request-lines.ts";
import { shops } from "./shops.ts";
import { computeTotals } from "./totals.ts";

const [shop] = shops;
const hash = `${"a".repeat(8)}${"1".repeat(48)}${"b".repeat(8)}`;
const body = buildPaymentBody({
  shop,
  sale: beginSale(),
  totals: computeTotals(shop, [{ itemId: "drip", quantity: 2 }], { kind: "none" }),
  card: {
    kind: "device",
    recipient: { recipientHashedPan: hash, recipientHashedPar: hash },
    last4: "4242",
    brand: "Visa",
  },
  gateway: "gateway_two",
  fields: fieldsFor("approve", { gateway: "gateway_two", provider: "sandbox" }),
  now: new Date(),
});
const lines = listRequestLines(body);

test("the lines are the body, with the hashes shortened", () => {
  const text = lines.map((line) => line.text).join("\n");
  const short = "aaaaaaaa…bbbbbbbb";
  const shown = { ...body, recipientHashedPan: short, recipientHashedPar: short };
  assert.deepEqual(JSON.parse(text), shown);
  assert.ok(!text.includes("1".repeat(40)));
});

test("each line knows what becomes of it", () => {
  const expected: [start: string, fate: string][] = [
    ['"merchantId"', "kept"],
    ['"receiptId"', "kept"],
    ['"transactionId"', "kept"],
    ['"currency"', "kept"],
    ['"recipientHashedPan"', "hashed"],
    ['"recipientHashedPar"', "hashed"],
    ['"terminalId"', "encrypted"],
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
