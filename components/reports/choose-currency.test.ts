import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseCurrency, volumeOf } from "./choose-currency.ts";

const volume = [
  { currency: "chf", amount: 9_000_000, count: 2 },
  { currency: "eur", amount: 2_000, count: 3 },
  { currency: "usd", amount: 3_000, count: 40 },
];

test("the currency that is asked for, where it was taken", () => {
  assert.equal(chooseCurrency(volume, "eur"), "eur");
  assert.equal(chooseCurrency(volume, "jpy"), "usd");
});

test("else the one of most payments, and of equals the larger in its own unit", () => {
  assert.equal(chooseCurrency(volume, ""), "usd");
  const equals = ["jpy", "kwd", "usd"].map((currency, at) => ({
    currency,
    amount: (at + 1) * 1000,
    count: 5,
  }));
  assert.equal(chooseCurrency(equals, ""), "jpy");
});

test("none where nothing was taken, and then the volume is nothing", () => {
  assert.equal(chooseCurrency([], "usd"), undefined);
  assert.equal(volumeOf([], undefined), 0);
  assert.equal(volumeOf(volume, "usd"), 3_000);
});
