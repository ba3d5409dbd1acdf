import assert from "node:assert/strict";
import { test } from "node:test";
import { findCardData } from "#lib/core/card-data.ts";
import { exponentOf } from "#lib/core/money.ts";
import { type PaymentRequest, paymentRequest } from "#lib/receipts/contract.ts";
import { itemFields, receiptFields } from "#lib/receipts/contract-fields.ts";
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
    assert.deepEqual(findCardData(example.request), []);
    assert.match(request.merchantCountry ?? "US", /^[A-Z]{2}$/);
    // Throws a RangeError for a timezone that does not exist.
    new Intl.DateTimeFormat("en", { timeZone: request.transactionTimezone });

    assert.ok(example.gateway === "gateway_two" || request.amount !== undefined);
    assert.equal(example.gateway === "gateway_two", request.cardNonce !== undefined);
  });

  test(`${example.name} adds up`, () => {
    const request = parseRequest(example);
    const { items, subtotal, taxAmount = 0, tipAmount = 0, totalAmount, amount } = request;
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
    assert.equal(totalAmount, sum + taxAmount + tipAmount);
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

test("the fields with a meaning have their shapes", () => {
  for (const { name, request } of examples) {
    for (const [field, shape] of Object.entries(receiptFields)) {
      if (field in request) assert.ok(shape.safeParse(request[field]).success, `${name}: ${field}`);
    }
    for (const item of parseRequest({ request }).items ?? []) {
      for (const [field, shape] of Object.entries(itemFields)) {
        if (field in item) assert.ok(shape.safeParse(item[field]).success, `${name}: ${field}`);
      }
    }
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
  assert.ok(items.some((item) => "taxRatePercent" in item));
  assert.ok(requests.some((request) => request.items?.length === 200));
  assert.ok(requests.some(({ merchantName }) => /\p{Script=Arabic}/u.test(merchantName)));
  assert.ok(requests.some(({ merchantName }) => /\p{Emoji_Presentation}/u.test(merchantName)));
  assert.ok(examples.some(({ request }) => request.currency === "EUR"));
  assert.ok(examples.some(({ gateway, request }) => gateway === "gateway_two" && !request.amount));
});

function parseRequest({ request }: Pick<ReceiptExample, "request">): PaymentRequest {
  return paymentRequest.parse({ ...request, recipientHashedPan: "0".repeat(64) });
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
