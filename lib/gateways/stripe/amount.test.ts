import assert from "node:assert/strict";
import { test } from "node:test";
import { fromStripeAmount, toStripeAmount } from "./amount.ts";

const WRITTEN: [amount: number, currency: string, expected: number | undefined][] = [
  [1250, "usd", 1250],
  [1250, "HUF", 1250],
  [1250, "twd", 1250],
  [500, "jpy", 500],
  [500, "xof", 500],
  // ISO 4217 gives the ariary two digits, Stripe none.
  [500, "mga", 5],
  [550, "mga", undefined],
  // No digits in ISO 4217, two zeros at Stripe.
  [5, "isk", 500],
  [5, "ugx", 500],
  // Three digits, the last of which is 0.
  [5120, "kwd", 5120],
  [5124, "kwd", undefined],
  [10, "tnd", 10],
  // Not taken by Stripe with their digits.
  [1250, "iqd", undefined],
  [1250, "lyd", undefined],
  [12500, "clf", undefined],
  [5, "uyi", undefined],
  [10 ** 12, "ugx", 10 ** 14],
];

test("amounts are written in Stripe's unit, or not at all", () => {
  for (const [amount, currency, expected] of WRITTEN) {
    assert.equal(toStripeAmount(amount, currency), expected, `${amount} ${currency}`);
  }
});

test("what can be written is read back", () => {
  for (const [amount, currency, written] of WRITTEN) {
    if (written !== undefined) assert.equal(fromStripeAmount(written, currency), amount, currency);
  }
  assert.equal(fromStripeAmount(550, "isk"), undefined);
  assert.equal(fromStripeAmount(1250, "iqd"), undefined);
});
