import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readPlainDecimal, readTypedAmounts } from "./typed-amount.ts";

/** What the text means in a currency; undefined for none, or for several. */
function meant(text: string, currency: string): number | undefined {
  const amounts = readTypedAmounts(text).filter(({ currencies }) => currencies.includes(currency));
  return amounts.length === 1 ? amounts[0]?.amount : undefined;
}

describe("an amount is read as people write it", () => {
  const cases: [text: string, currency: string, amount: number | undefined][] = [
    ["18.40", "usd", 1840],
    ["18,40", "eur", 1840],
    ["18.4", "eur", 1840],
    ["18", "usd", 1800],
    ["0.05", "usd", 5],
    [" €18.40 ", "eur", 1840],
    ["€18.40", "usd", undefined],
    ["18,40 €", "eur", 1840],
    ["EUR 18.40", "eur", 1840],
    ["18.40 eur", "eur", 1840],
    ["$18.40", "usd", 1840],
    ["$18.40", "cad", undefined],
    ["CA$18.40", "cad", 1840],
    ["18.40 kr", "sek", 1840],
    ["£1,840.00", "gbp", 184_000],
    ["1,840.00", "usd", 184_000],
    ["1.840,00", "eur", 184_000],
    ["1 840,00", "eur", 184_000],
    ["1\u202f840,00\u00a0€", "eur", 184_000],
    ["1'840.00", "chf", 184_000],
    ["12,345,678.90", "usd", 1_234_567_890],
    ["1,840", "usd", 184_000],
    ["1.840", "eur", 184_000],
    ["1840", "jpy", 1840],
    ["¥1,840", "jpy", 1840],
    ["18.4", "kwd", 18_400],
    ["18.40", "jpy", undefined],
    ["18.405", "usd", 1_840_500],
    ["18.4055", "usd", undefined],
    ["1,84,0.00", "usd", undefined],
    ["-18.40", "usd", undefined],
    ["18.40 each", "usd", undefined],
    ["receipt-18", "usd", undefined],
    ["pay_018f", "usd", undefined],
    ["", "usd", undefined],
    ["99999999999999999999", "usd", undefined],
  ];
  for (const [text, currency, amount] of cases) {
    test(`${JSON.stringify(text)} in ${currency}`, () =>
      assert.equal(meant(text, currency), amount));
  }
});

test("three digits after a point are thousands, or of a currency that has as many", () => {
  const inDinars = readTypedAmounts("1.840").filter(({ currencies }) => currencies.includes("kwd"));
  assert.deepEqual(inDinars.map(({ amount }) => amount).sort(), [1840, 1_840_000]);
});

test("a bound becomes a plain decimal", () => {
  assert.equal(readPlainDecimal("1.840,00"), "1840.00");
  assert.equal(readPlainDecimal("18,40", "eur"), "18.40");
  assert.equal(readPlainDecimal("1,840"), "1840");
  assert.equal(readPlainDecimal("18.4055", "eur"), undefined);
  assert.equal(readPlainDecimal("1.840", "kwd"), "1.840");
  assert.equal(readPlainDecimal("€18"), undefined);
  assert.equal(readPlainDecimal("ten"), undefined);
});
