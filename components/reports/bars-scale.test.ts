import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseTicks } from "./bars-scale.ts";

test("steps are round, and reach what is highest", () => {
  assert.deepEqual(chooseTicks(8), [0, 5, 10]);
  assert.deepEqual(chooseTicks(60), [0, 20, 40, 60]);
  assert.deepEqual(chooseTicks(61), [0, 50, 100]);
  assert.deepEqual(chooseTicks(1_000_001), [0, 500_000, 1_000_000, 1_500_000]);
});

test("steps are whole, however little there is", () => {
  assert.deepEqual(chooseTicks(0), [0, 1]);
  assert.deepEqual(chooseTicks(1), [0, 1]);
  assert.deepEqual(chooseTicks(2), [0, 1, 2]);
});
