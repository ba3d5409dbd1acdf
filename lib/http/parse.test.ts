import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatPath } from "#lib/core/format-path.ts";
import { findTextProblem } from "./parse.ts";

describe("nothing is wrong with", () => {
  const fine: [string, unknown][] = [
    ["plain values", [null, true, 0, -1.5, "", "text"]],
    ["a long list", Array.from({ length: 2000 }, (_, n) => n)],
    ["every plane of Unicode", "\u0001 \u00e9 \u5bff \ud83c\udf63 \uffff"],
  ];
  for (const [name, value] of fine) {
    test(name, () => assert.equal(findTextProblem(value), undefined));
  }
});

describe("says where and why for", () => {
  const bad: [string, unknown, RegExp][] = [
    ["a NUL", "a\0", /^body: .*NUL/],
    ["a NUL in a field", { a: { b: ["x", "\0"] } }, /^a\.b\[1\]: .*NUL/],
    ["a NUL in a key", { a: { "\0": 1 } }, /^a: .*key.*NUL/],
    ["a high surrogate", { name: "\ud800" }, /^name: .*surrogate/],
    ["a low surrogate", { name: "\udc00x" }, /^name: .*surrogate/],
    ["surrogates the wrong way round", { name: "\udf63\ud83c" }, /^name: .*surrogate/],
    ["a surrogate in a key", { "\ud800": 1 }, /^body: .*key.*surrogate/],
  ];
  for (const [name, value, problem] of bad) {
    test(name, () => assert.match(findTextProblem(value) ?? "", problem));
  }
});

const paths: [PropertyKey[], string][] = [
  [[], "body"],
  [["amount"], "amount"],
  [["items", 0, "name"], "items[0].name"],
  [["extra", "a", 3, 4, "b"], "extra.a[3][4].b"],
  [[2], "[2]"],
  [["x-custom_1"], "x-custom_1"],
];

for (const [path, text] of paths) {
  test(text, () => assert.equal(formatPath(path), text));
}

test("a name that does not read as one is not repeated", () => {
  const names = ["", "a b", "a\nb", "a.b", "<script>", "é", "4242 4242 4242 4242", "n".repeat(65)];
  for (const name of names) {
    const text = formatPath(["extra", name]);
    assert.match(text, /^extra\..+$/);
    if (name !== "") assert.ok(!text.includes(name), text);
  }
});
