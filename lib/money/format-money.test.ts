import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDecimal, formatMoney } from "./format-money.ts";
import { parseMoney } from "./parse-money.ts";

const FORMATTED: [number | bigint, string, string, string][] = [
  [123456, "USD", "en-US", "$1,234.56"],
  [-5, "usd", "en-US", "-$0.05"],
  [0, "USD", "en-US", "$0.00"],
  [123456, "EUR", "de-DE", "1.234,56 €"],
  [1980, "JPY", "ja-JP", "￥1,980"],
  [-1, "JPY", "en-US", "-¥1"],
  [1250, "KWD", "en-US", "KWD 1.250"],
  [7, "CLF", "en-US", "CLF 0.0007"],
  // CLDR would drop the digits of these.
  [12345, "HUF", "en-US", "HUF 123.45"],
  [100, "IDR", "en-US", "IDR 1.00"],
  [10 ** 12, "USD", "en-US", "$10,000,000,000.00"],
  [Number.MAX_SAFE_INTEGER, "USD", "en-US", "$90,071,992,547,409.91"],
  [-90071992547409931n, "KWD", "en-US", "-KWD 90,071,992,547,409.931"],
];

test("money is formatted with the currency's digits and without rounding", () => {
  for (const [amount, currency, locale, expected] of FORMATTED) {
    // Locales put a no-break space between number and currency.
    const formatted = formatMoney({ amount, currency }, locale).replaceAll(/\s/gu, " ");
    assert.equal(formatted, expected);
  }
});

test("a locale writes its own digits", () => {
  assert.match(formatMoney({ amount: 1250, currency: "KWD" }, "ar-EG"), /١٫٢٥٠/u);
});

test("what is not whole units of a known currency is a RangeError", () => {
  for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => formatMoney({ amount, currency: "USD" }, "en-US"), RangeError);
  }
  assert.throws(() => formatMoney({ amount: 1, currency: "XXX" }, "en-US"), RangeError);
});

test("parsing inverts formatting, for 0, 2, 3 and 4 digits", () => {
  for (const currency of ["JPY", "USD", "KWD", "CLF"]) {
    for (const amount of sampleAmounts()) {
      assert.equal(parseMoney(formatDecimal({ amount, currency }), currency), amount);

      const formatted = formatMoney({ amount, currency }, "en-US");
      assert.equal(parseMoney(formatted.replaceAll(/[^\d.-]/gu, ""), currency), amount, formatted);
    }
  }
});

function sampleAmounts(): number[] {
  const edges = [0, 1, 9, 10, 99, 100, 999, 1000, 9999, 10000, 10 ** 12, Number.MAX_SAFE_INTEGER];
  const random = Array.from({ length: 500 }, () => Math.floor(10 ** (15 * Math.random())));
  return [...edges, ...random].flatMap((amount) => (amount === 0 ? [0] : [amount, -amount]));
}
