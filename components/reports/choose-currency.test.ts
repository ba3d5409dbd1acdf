import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseCurrency, volumeOf } from "./choose-currency.ts";
import type { MerchantReport } from "./use-overview.ts";

const sums = (...currencies: string[]) =>
  currencies.map((currency, index) => ({ currency, amount: (index + 1) * 1000 }));
const bucket = (...currencies: string[]) => ({
  at: "2026-03-10T12:00:00.000Z",
  payments: 9,
  approved: 9,
  declined: 0,
  volume: sums(...currencies),
});
const totals: MerchantReport["totals"] = {
  payments: 9,
  approved: 9,
  declined: 0,
  pending: 0,
  approvalRate: 1,
  sealed: 9,
  escrowed: 0,
  opened: 0,
  volume: sums("chf", "eur", "usd"),
};
const buckets = [bucket("usd"), bucket("eur", "usd"), bucket("chf")];

test("the currency that is asked for, where it was taken", () => {
  assert.equal(chooseCurrency({ totals, buckets }, "eur"), "eur");
  assert.equal(chooseCurrency({ totals, buckets }, "jpy"), "usd");
});

test("else the one of the most stretches, and of equals the larger in its own unit", () => {
  assert.equal(chooseCurrency({ totals, buckets }, ""), "usd");
  const equals = { totals: { ...totals, volume: sums("jpy", "kwd", "usd") }, buckets: [] };
  assert.equal(chooseCurrency(equals, ""), "jpy");
});

test("none where nothing was taken, and then the volume is nothing", () => {
  const nothing = { totals: { ...totals, volume: [] }, buckets: [bucket()] };
  assert.equal(chooseCurrency(nothing, "usd"), undefined);
  assert.equal(volumeOf([], undefined), 0);
  assert.equal(volumeOf(sums("usd"), "usd"), 1000);
});
