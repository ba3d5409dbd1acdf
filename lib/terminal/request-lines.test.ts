import assert from "node:assert/strict";
import { test } from "node:test";
import { beginSale } from "./basket.ts";
import { divideBody } from "./divide-body.ts";
import { fieldsFor } from "./outcomes.ts";
import { buildPaymentBody } from "./payment-body.ts";
import { listRequestLines, listSealedLines } from "./request-lines.ts";
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
    ['"transactionDate"', "kept"],
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

for (const [keyKind, envelope] of [
  ["cardholder", "envelope"],
  ["escrow", "escrow_envelope"],
] as const) {
  test(`of a receipt that was sealed before, the service has ciphertext: ${keyKind}`, () => {
    const { clear } = divideBody(body, { gateway: "gateway_two", amount: 700 });
    const long = "A".repeat(200);
    const sealedReceipt = { ciphertext: long, header: { kid: "key_1" } };
    const sealed = listSealedLines({ ...clear, reservation: long, sealedReceipt }, { keyKind });
    const text = sealed.map((line) => line.text).join("\n");
    const short = `${"A".repeat(40)}…`;
    const { reservation, sealedReceipt: shown, ...fields } = JSON.parse(text);
    assert.deepEqual(shown, { ciphertext: short, header: { kid: "key_1" } });
    assert.equal(reservation, short);
    assert.deepEqual(Object.keys(fields), Object.keys(clear));
    for (const [start, fate] of [
      ['"amount"', "kept"],
      ['"transactionDate"', "kept"],
      ['"recipientHashedPan"', "hashed"],
      ['"paymentMethod"', "passed_on"],
      ['"cardNonce"', "passed_on"],
      ['"reservation"', "dropped"],
      ['"sealedReceipt"', envelope],
      ['"ciphertext"', envelope],
    ] as const) {
      assert.equal(sealed.find((line) => line.text.startsWith(start))?.fate, fate, start);
    }
  });
}
