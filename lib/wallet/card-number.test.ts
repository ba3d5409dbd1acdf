import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { numbersByNetwork } from "#lib/testing/card-data-samples.ts";
import {
  createTestCardNumber,
  formatCardNumber,
  hashCardNumber,
  readCardNumber,
  testCards,
} from "./card-number.ts";

describe("readCardNumber", () => {
  for (const { brand, number } of testCards) {
    test(`takes the test card of ${brand} that ends in ${number.slice(-4)}`, () => {
      const read = readCardNumber(formatCardNumber(number));
      assert.deepEqual(read, { state: "valid", brand, digits: number, last4: number.slice(-4) });
    });

    test(`refuses it with any one digit changed (${brand} ${number.slice(-4)})`, () => {
      for (const at of Array.from(number, (_, index) => index)) {
        const other = String((Number(number[at]) + 1) % 10);
        const changed = number.slice(0, at) + other + number.slice(at + 1);
        assert.notEqual(readCardNumber(changed).state, "valid", changed);
      }
    });
  }

  const cases: [name: string, typed: string, expected: object][] = [
    ["nothing", "", { state: "incomplete", brand: undefined }],
    ["the first digits", "4242 42", { state: "incomplete", brand: "visa" }],
    ["a letter", "4242 x", { state: "wrong", brand: "visa", reason: "not_digits" }],
    [
      "digits of another script",
      "٤٢٤٢",
      { state: "wrong", brand: undefined, reason: "not_digits" },
    ],
    [
      "a wrong check digit",
      "4242424242424241",
      { state: "wrong", brand: "visa", reason: "check_digit" },
    ],
    [
      "too many digits",
      "5555555555554444 1",
      { state: "wrong", brand: "mastercard", reason: "length" },
    ],
    [
      "dashes",
      "4242-4242-4242-4242",
      { state: "valid", brand: "visa", digits: "4242424242424242", last4: "4242" },
    ],
    [
      "a card of no known brand",
      "9000 0000 0000 0001",
      { state: "valid", brand: undefined, digits: "9000000000000001", last4: "0001" },
    ],
    ["just below Mastercard's range", "2220", { state: "incomplete", brand: undefined }],
    ["the start of Mastercard's range", "2221", { state: "incomplete", brand: "mastercard" }],
    ["the end of Mastercard's range", "2720", { state: "incomplete", brand: "mastercard" }],
    ["just above Mastercard's range", "2721", { state: "incomplete", brand: undefined }],
    ["Discover inside of UnionPay", "622126", { state: "incomplete", brand: "discover" }],
    ["UnionPay beside Discover", "622125", { state: "incomplete", brand: "unionpay" }],
  ];
  for (const [name, typed, expected] of cases) {
    test(`reads ${name}`, () => assert.deepEqual(readCardNumber(typed), expected));
  }
});

describe("takes every number that the service refuses to see", () => {
  for (const [network, number] of numbersByNetwork) {
    test(network, () => assert.equal(readCardNumber(number).state, "valid"));
  }
});

describe("formatCardNumber", () => {
  const cases: [typed: string, expected: string][] = [
    ["", ""],
    ["4242", "4242"],
    ["42424", "4242 4"],
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242424242424242999", "4242 4242 4242 4242 999"],
    ["42424242424242429991", "4242 4242 4242 4242 999"],
    ["378282246310005", "3782 822463 10005"],
    ["36227206271667", "3622 720627 1667"],
    ["42x42-4", "4242 4"],
  ];
  for (const [typed, expected] of cases) {
    test(`groups "${typed}"`, () => assert.equal(formatCardNumber(typed), expected));
  }
});

describe("hashCardNumber", () => {
  test("is the SHA-256 of the digits", async () => {
    const expected = createHash("sha256").update("4242424242424242").digest("hex");
    assert.equal(await hashCardNumber("4242424242424242"), expected);
  });

  for (const text of ["", "4242 4242 4242 4242", "123", "٤".repeat(16)]) {
    test(`refuses "${text}" without repeating it`, async () => {
      await assert.rejects(hashCardNumber(text), (error: Error) => {
        assert.ok(error instanceof RangeError);
        assert.ok(text === "" || !error.message.includes(text));
        return true;
      });
    });
  }
});

test("createTestCardNumber makes another valid number each time, of no card scheme", () => {
  const numbers = Array.from({ length: 50 }, createTestCardNumber);
  assert.equal(new Set(numbers).size, 50);
  for (const number of numbers) {
    const { state, brand } = readCardNumber(number);
    assert.deepEqual([state, brand, number.length], ["valid", undefined, 16]);
  }
});
