import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrderOfReferences } from "./table-order.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));

test("a table comes after those that it refers to, itself aside", () => {
  const references = [
    { from: "key", to: "cardholder" },
    { from: "cardholder", to: "organization" },
    { from: "organization", to: "organization" },
  ];
  const ordered = inOrderOfReferences(
    named("key", "cardholder", "log", "organization"),
    references,
  );
  assert.deepEqual(ordered, named("log", "organization", "cardholder", "key"));
});

test("a circle is refused", () => {
  const circle = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  assert.throws(() => inOrderOfReferences(named("a", "b"), circle), { name: "BackupError" });
});
