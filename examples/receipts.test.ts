import assert from "node:assert/strict";
import { test } from "node:test";
import { exponentOf } from "#lib/core/money.ts";
import { type PaymentRequest, paymentRequest } from "#lib/receipts/contract.ts";
import { type ReceiptExample, readExamples } from "./read-examples.ts";

const examples = readExamples();

for (const example of examples) {
  test(`${example.name} keeps the contract`, () => {
    const request = parseRequest(example);
    const text = JSON.stringify(example.request);
    assert.equal("recipientHashedPan" in example.request, false);
    assert.ok(Buffer.byteLength(text) < 256 * 1024);
    assert.ok(text.isWellFormed() && !text.includes("\\u0000"));
    assert.ok(depthOf(request) <= 8);
    assert.doesNotMatch(text, /\d{12,19}/, "nothing may look like a card number");
    assert.match(request.merchantCountry ?? "US", /^[A-Z]{2}$/);
    // Throws a RangeError for a timezone that does not exist.
    new Intl.DateTimeFormat("en", { timeZone: request.transactionTimezone });

    assert.ok(example.gateway === "gateway_two" || request.amount !== undefined);
    assert.equal(example.gateway === "gateway_two", request.cardNonce !== undefined);
  });

  test(`${example.name} adds up`, () => {
    const { items, subtotal, taxAmount = 0, totalAmount, amount } = parseRequest(example);
    if (items === undefined) {
      assert.equal(example.name, "minimal");
      return;
    }

    for (const { name, quantity, unitPrice, totalPrice } of items) {
      assert.equal(totalPrice, Math.round(quantity * unitPrice), name);
    }
    const sum = items.reduce((total, { totalPrice }) => total + totalPrice, 0);
    assert.ok(sum + taxAmount >= 1);
    assert.equal(subtotal, sum);
    assert.equal(totalAmount, sum + taxAmount);
    assert.equal(amount ?? totalAmount, totalAmount);
    assert.equal(new Set(items.map(({ lineItemId }) => lineItemId)).size, items.length);
  });
}

test("the minimal example has the required fields and nothing else", () => {
  const minimal = examples.find(({ name }) => name === "minimal");
  assert.deepEqual(Object.keys(minimal?.request ?? {}).sort(), [
    "amount",
    "currency",
    "merchantId",
    "merchantName",
    "receiptId",
    "transactionDate",
    "transactionId",
    "version",
  ]);
});

test("the examples differ in what a repeated call is recognized by", () => {
  for (const field of ["receiptId", "transactionId"]) {
    const values = examples.map(({ request }) => request[field]);
    assert.equal(new Set(values).size, examples.length, field);
  }
});

test("together the examples cover the corners of the contract", () => {
  const requests = examples.map(parseRequest);
  const items = requests.flatMap((request) => request.items ?? []);
  const exponents = new Set(requests.map(({ currency }) => exponentOf(currency)));

  assert.ok(examples.length >= 12);
  assert.deepEqual([...exponents].sort(), [0, 2, 3, 4]);
  assert.ok(items.some(({ quantity }) => !Number.isInteger(quantity)));
  assert.ok(items.some(({ totalPrice }) => totalPrice < 0));
  assert.ok(items.some((item) => "taxRate" in item));
  assert.ok(requests.some((request) => request.items?.length === 200));
  assert.ok(requests.some(({ merchantName }) => /\p{Script=Arabic}/u.test(merchantName)));
  assert.ok(requests.some(({ merchantName }) => /\p{Emoji_Presentation}/u.test(merchantName)));
  assert.ok(examples.some(({ request }) => request.currency === "EUR"));
  assert.ok(examples.some(({ gateway, request }) => gateway === "gateway_two" && !request.amount));
});

function parseRequest({ request }: ReceiptExample): PaymentRequest {
  return paymentRequest.parse({ ...request, recipientHashedPan: "0".repeat(64) });
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
