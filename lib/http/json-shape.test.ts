import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEEPEST, findShapeProblem, MOST_KEYS } from "./json-shape.ts";

const nested = (levels: number): unknown => (levels === 0 ? "leaf" : { a: nested(levels - 1) });
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

test("the limits are the contract's", () => {
  assert.deepEqual([DEEPEST, MOST_KEYS], [8, 500]);
});

describe("nothing is wrong with", () => {
  const fine: [string, unknown][] = [
    ["plain values", [null, true, 0, -1.5, "", "text"]],
    ["the deepest nesting", nested(DEEPEST)],
    ["the most keys", keys(MOST_KEYS)],
    ["many keys in many objects", [keys(400), keys(400)]],
    ["a long list", Array.from({ length: 2000 }, (_, n) => n)],
    ["every plane of Unicode", "\u0001 \u00e9 \u5bff \ud83c\udf63 \uffff"],
  ];
  for (const [name, value] of fine) {
    test(name, () => assert.equal(findShapeProblem(value), undefined));
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
    ["an object too deep", nested(DEEPEST + 1), /^a(\.a){7}: .*8/],
    ["an empty list too deep", [[[[[[[[[]]]]]]]]], /8/],
    ["too many keys", keys(MOST_KEYS + 1), /^body: .*500/],
    ["too many keys in an entry", { items: [{}, keys(MOST_KEYS + 1)] }, /^items\[1\]: .*500/],
  ];
  for (const [name, value, problem] of bad) {
    test(name, () => assert.match(findShapeProblem(value) ?? "", problem));
  }
});

test("goes no deeper than it may, however deep the value", () => {
  assert.match(
    findShapeProblem(JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)) ?? "",
    /8/,
  );
});
