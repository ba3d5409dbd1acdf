import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Change, compareCounts, compareShares, formatVolume } from "./figures.ts";

describe("formatVolume", () => {
  const cases: [amount: number, currency: string, text: string][] = [
    [999_999_999, "usd", "$9,999,999.99"],
    [1_000_000_000, "usd", "$10M"],
    [930_664_770, "jpy", "¥930,664,770"],
    [519_463_375, "kwd", "KWD\u00a0519.5K"],
  ];
  for (const [amount, currency, text] of cases) {
    test(text, () => assert.equal(formatVolume(amount, currency), text));
  }
});

describe("compareCounts", () => {
  const cases: [now: number, before: number, change: Change][] = [
    [0, 0, { kind: "none" }],
    [3, 0, { kind: "new" }],
    [3, 3, { kind: "same" }],
    [0, 4, { kind: "down", text: "100%" }],
    [6, 4, { kind: "up", text: "50%" }],
    [1_043, 1_000, { kind: "up", text: "4.3%" }],
    [100_001, 100_000, { kind: "up", text: "under 0.1%" }],
    [44, 4, { kind: "up", text: "11×" }],
  ];
  for (const [now, before, change] of cases) {
    test(`${now} after ${before}`, () => assert.deepEqual(compareCounts(now, before), change));
  }
});

describe("compareShares", () => {
  const cases: [now: number | null, before: number | null, change: Change][] = [
    [null, null, { kind: "none" }],
    [null, 0.5, { kind: "none" }],
    [0.5, null, { kind: "new" }],
    [0.5, 0.5, { kind: "same" }],
    [0.962, 0.95, { kind: "up", text: "1.2 points" }],
    [0.9501, 0.95, { kind: "same" }],
    [0.94, 0.95, { kind: "down", text: "1 point" }],
    [0, 1, { kind: "down", text: "100 points" }],
  ];
  for (const [now, before, change] of cases) {
    test(`${now} after ${before}`, () => assert.deepEqual(compareShares(now, before), change));
  }
});
