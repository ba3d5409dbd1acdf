import assert from "node:assert/strict";
import { test } from "node:test";
import { anyText } from "./define-filters.ts";

test("a filter takes any text but a card number", () => {
  assert.deepEqual(anyText(" r-1001 "), { value: "r-1001" });
  assert.deepEqual(anyText(""), { value: undefined });
  assert.deepEqual(anyText("2611280000000013"), { value: "2611280000000013" });
  assert.deepEqual(anyText("4242 4242 4242 4242"), { error: "looks like a card number" });
});
