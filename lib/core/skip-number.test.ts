import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { skipNumber } from "./skip-number.ts";

const kept = [
  "0",
  "-0",
  "1250",
  "9007199254740991",
  "9007199254740992",
  "9007199254740994.0",
  "-90071992547409920e-1",
  "900719925474099.20e1",
  "1e300",
  "-1E+300",
  "1.7976931348623157e308",
  "0.00000000000000000000001e40",
  "100000000000000000000000",
  "0e999",
  "0.1",
  "0.1000000000000000055511151231257827",
  "3.14159265358979323846",
  "1e-400",
  "12345678901234567000",
];
const changed = [
  "9007199254740993",
  "-9007199254740993",
  "9007199254740993.0",
  "9007199254740993.000000000000000001",
  "9007199254740993e0",
  "0.9007199254740993e16",
  "90071992547409930e-1",
  "12345678901234567e1",
  "12345678901234567890",
  // The double is this very number, but it is written with other digits.
  "9223372036854775808",
  "1e309",
  "-1e999",
  `1${"0".repeat(400)}`,
  "9".repeat(200_000),
];

for (const source of kept) {
  test(`kept: ${source}`, () => assert.equal(skipNumber(`${source},`, 0), source.length - 1));
}

for (const source of changed) {
  test(`changed: ${source.slice(0, 40)}`, () => assert.equal(skipNumber(source, 0), undefined));
}

describe("however a number is written", () => {
  const spellings = (digits: bigint) => [
    `${digits}`,
    `${digits}.000`,
    `${digits}0E-1`,
    `${digits.toString().slice(0, 1)}.${digits.toString().slice(1)}e${digits.toString().length - 1}`,
    `0.000${digits}e${digits.toString().length + 3}`,
  ];

  test("it is kept if it comes back with the same digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (digits) => {
        const isExact =
          BigInt(JSON.stringify(Number(digits)).replace(/^(.*)e\+(.*)$/, expand)) === digits;
        for (const source of spellings(digits)) {
          assert.equal(skipNumber(source, 0), isExact ? source.length - 1 : undefined, source);
        }
      }),
    );
  });
});

/** 1.5e+21 in plain digits */
function expand(_whole: string, mantissa: string, exponent: string): string {
  const [whole = "", fraction = ""] = mantissa.split(".");
  return whole + fraction.padEnd(Number(exponent), "0");
}
