import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMoney } from "./parse-money.ts";

const PARSED: [string, string, number][] = [
  ["12.50", "usd", 1250],
  ["12.5", "USD", 1250],
  ["12", "USD", 1200],
  ["0.07", "USD", 7],
  ["-0.07", "USD", -7],
  // In binary floating point, 1.1 * 1000 is not 1100 and 4.35 * 100 is not 435.
  ["4.35", "USD", 435],
  ["1.1", "KWD", 1100],
  ["1980", "JPY", 1980],
  ["0.0001", "CLF", 1],
  ["-0.00", "USD", 0],
  ["90071992547409.91", "USD", Number.MAX_SAFE_INTEGER],
];

test("plain decimals are read exactly", () => {
  for (const [text, currency, expected] of PARSED) {
    assert.equal(parseMoney(text, currency), expected, text);
  }
});

const REFUSED: [string, string, RegExp][] = [
  ["", "USD", /empty/],
  [" 1", "USD", /plain decimal/],
  ["1,000.00", "USD", /plain decimal/],
  ["1,5", "EUR", /plain decimal/],
  ["+1", "USD", /plain decimal/],
  ["--1", "USD", /plain decimal/],
  ["-", "USD", /plain decimal/],
  [".5", "USD", /plain decimal/],
  ["5.", "USD", /plain decimal/],
  ["007", "USD", /plain decimal/],
  ["1e3", "USD", /plain decimal/],
  ["0x10", "USD", /plain decimal/],
  ["١٢", "USD", /plain decimal/],
  ["$1", "USD", /plain decimal/],
  ["1\n", "USD", /plain decimal/],
  ["1.234", "usd", /USD has 2 decimal digits, not 3/],
  ["1.0", "JPY", /JPY has 0 decimal digits, not 1/],
  ["90071992547409.92", "USD", /too large/],
  ["1", "XXX", /ISO 4217/],
];

test("anything else is a RangeError that says why", () => {
  for (const [text, currency, message] of REFUSED) {
    assert.throws(() => parseMoney(text, currency), { name: "RangeError", message }, text);
  }
});
