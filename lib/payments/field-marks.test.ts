import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { paymentRequest } from "#lib/receipts/contract.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { compareFields, markFields } from "./field-marks.ts";
import { describeChanges, identifyPayment, marksOf } from "./idempotency.ts";

const key = createSecretKey(randomBytes(32));
const paymentId = createId("payment");
const bytesOf = (text: string) => Buffer.from(text);

describe("compareFields", () => {
  const cases: [name: string, first: string, second: string, string[], boolean][] = [
    ["the same", '{"a":1,"b":2}', '{"a":1,"b":2}', [], false],
    ["another value", '{"a":1,"b":2}', '{"a":1,"b":3}', ["b"], false],
    ["a new last field", '{"a":1}', '{"a":1,"b":2}', ["b"], false],
    ["a missing last field", '{"a":1,"b":2}', '{"a":1}', [], true],
    ["another name", '{"a":1}', '{"b":1}', ["b"], false],
    ["within a list", '{"a":[1,{"x":2}],"b":0}', '{"a":[1,{"x":3}],"b":0}', ["a"], false],
    [
      "commas, quotes, and braces in texts",
      '{"a":"\\",}{","b":1}',
      '{"a":"\\",}{","b":2}',
      ["b"],
      false,
    ],
    ["what is escaped", '{"a":"\\\\"}', '{"a":"\\""}', ["a"], false],
    ["numbers as names", '{"10":1,"9":1,"a":1}', '{"10":1,"9":2,"a":1}', ["9"], false],
    ["other letters", '{"a":"é","b":"日本"}', '{"a":"è","b":"日本"}', ["a"], false],
    ["nothing", "{}", '{"a":1}', ["a"], false],
  ];
  for (const [name, first, second, changed, isMissingOne] of cases) {
    test(name, () => {
      const marks = markFields(bytesOf(first), key, paymentId);
      const found = compareFields(bytesOf(second), marks, key, paymentId);
      assert.deepEqual(found, { changed, isMissingOne });
    });
  }
});

test("equal fields of two payments, or under two keys, have different marks", () => {
  const body = bytesOf('{"cardLast4":"4242"}');
  const marks = [
    markFields(body, key, paymentId),
    markFields(body, key, createId("payment")),
    markFields(body, createSecretKey(randomBytes(32)), paymentId),
  ].map((bytes) => Buffer.from(bytes).toString("hex"));
  assert.deepEqual(
    marks.map(({ length }) => length),
    [8, 8, 8],
  );
  assert.equal(new Set(marks).size, 3);
});

describe("describeChanges", () => {
  const first = paymentRequest.parse(paymentBody({ note: "a" }));
  const keys = new Map([
    [2, key],
    [1, createSecretKey(randomBytes(32))],
  ]);
  const identify = (fields: object, known = keys) =>
    identifyPayment("gateway_one", { ...first, ...fields }, undefined, { keys: known });
  const earlierKeys = new Map([...keys].filter(([version]) => version === 1));
  const marks = marksOf(identify({}, earlierKeys), paymentId);

  const cases: [object, string | undefined][] = [
    [{ amount: 99 }, "amount differs"],
    [{ amount: 99, taxAmount: 7 }, "amount and taxAmount differ"],
    [{ amount: 99, taxAmount: 7, tipAmount: 1 }, "amount, taxAmount, and tipAmount differ"],
    [
      { amount: 99, taxAmount: 7, tipAmount: 1, z: 1 },
      "amount, taxAmount, tipAmount, and others differ",
    ],
    [{ note: undefined }, "a field of the first body is missing"],
    [{ ["n".repeat(200)]: 1 }, `${"n".repeat(64)} differs`],
    [{}, undefined],
  ];
  for (const [fields, expected] of cases) {
    test(String(expected).slice(0, 60), () => {
      const remembered = { keyVersion: 1, fieldMarks: marks, paymentId };
      assert.equal(describeChanges(identify(fields), remembered), expected);
    });
  }

  test("says nothing of a record from before, or whose key is gone", () => {
    const other = identify({ amount: 99 });
    const record = { keyVersion: 1, paymentId };
    assert.equal(describeChanges(other, { ...record, fieldMarks: null }), undefined);
    assert.equal(
      describeChanges(other, { ...record, keyVersion: 3, fieldMarks: marks }),
      undefined,
    );
  });
});
