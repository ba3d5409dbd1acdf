import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration } from "./format-duration.ts";

const cases: [number, string][] = [
  [0.8412, "0.8 ms"],
  [12.345, "12.3 ms"],
  [999, "999.0 ms"],
  [1250, "1.25 s"],
  [30_000, "30.00 s"],
];
for (const [milliseconds, words] of cases) {
  test(words, () => assert.equal(formatDuration(milliseconds), words));
}
