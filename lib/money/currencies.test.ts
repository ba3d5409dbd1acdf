import assert from "node:assert/strict";
import { test } from "node:test";
import { exponentOf, isCurrency } from "./currencies.ts";

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
