import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fitIterations, MAX_ITERATIONS, MIN_ITERATIONS } from "./password-key.ts";
import { isStrongPin } from "./pin.ts";

describe("isStrongPin", () => {
  const cases: [pin: string, strong: boolean][] = [
    ["", false],
    ["12345", false],
    ["123456", false],
    ["654321", false],
    ["890123", false],
    ["000000", false],
    ["1234567890123", false],
    ["٤٢٤٢٤٢", false],
    ["48 1597", false],
    ["481597", true],
    ["123457", true],
    ["246802", true],
    ["481597481597", true],
  ];
  for (const [pin, strong] of cases) {
    test(`"${pin}" is ${strong ? "" : "not "}accepted`, () =>
      assert.equal(isStrongPin(pin), strong));
  }
});

test("the cost of a guess stays within its bounds", () => {
  const wanted = [0, 1, 599_999, 1_234_567, 9e9, Number.POSITIVE_INFINITY];
  const expected = [MIN_ITERATIONS, MIN_ITERATIONS, MIN_ITERATIONS, 1_200_000];
  assert.deepEqual(wanted.map(fitIterations), [...expected, MAX_ITERATIONS, MAX_ITERATIONS]);
});
