import assert from "node:assert/strict";
import { test } from "node:test";
import { exponentOf, formatDecimal, formatMoney, isCurrency, parseMoney } from "./money.ts";

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

const EXPONENTS: [string, number][] = [
  ["JPY", 0],
  ["KRW", 0],
  ["ISK", 0],
  ["XOF", 0],
  ["UYI", 0],
  ["USD", 2],
  ["EUR", 2],
  // CLDR gives these none: coins are out of use, the minor unit is not.
  ["HUF", 2],
  ["IDR", 2],
  ["COP", 2],
  ["MGA", 2],
  ["XCG", 2],
  ["USN", 2],
  ["KWD", 3],
  ["TND", 3],
  ["IQD", 3],
  ["CLF", 4],
  ["UYW", 4],
];

test("exponents are those of ISO 4217, in either case", () => {
  for (const [code, exponent] of EXPONENTS) {
    assert.equal(exponentOf(code), exponent, code);
    assert.equal(exponentOf(code.toLowerCase()), exponent, code);
  }
});

test("codes without a minor unit, withdrawn codes and everything else are not currencies", () => {
  const refused = ["XXX", "XTS", "XAU", "XDR", "DEM", "HRK", "BGN", "ANG", "ZWL", "BTC"];
  const malformed = ["", "US", "USDX", "US ", " USD", "U$D", "ıdr", "ßP", "__proto__"];
  for (const code of [...refused, ...malformed]) {
    assert.equal(isCurrency(code), false, code);
    assert.throws(() => exponentOf(code), RangeError, code);
  }
});
