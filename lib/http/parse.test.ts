import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MAX_DEPTH, MAX_KEYS } from "#lib/core/body-limits.ts";
import { findInexactNumber, findShapeProblem, formatPath } from "./parse.ts";

const nested = (levels: number): unknown => (levels === 0 ? "leaf" : { a: nested(levels - 1) });
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

test("the limits are the contract's", () => {
  assert.deepEqual([MAX_DEPTH, MAX_KEYS], [8, 500]);
});

describe("nothing is wrong with", () => {
  const fine: [string, unknown][] = [
    ["plain values", [null, true, 0, -1.5, "", "text"]],
    ["the deepest nesting", nested(MAX_DEPTH)],
    ["the most keys", keys(MAX_KEYS)],
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
    ["an object too deep", nested(MAX_DEPTH + 1), /^a(\.a){7}: .*8/],
    ["an empty list too deep", [[[[[[[[[]]]]]]]]], /8/],
    ["too many keys", keys(MAX_KEYS + 1), /^body: .*500/],
    ["too many keys in an entry", { items: [{}, keys(MAX_KEYS + 1)] }, /^items\[1\]: .*500/],
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

const bodies: [json: string, field: string | undefined][] = [
  ['{"serial":12345678901234567890}', "serial"],
  ['{"a":{"b":[{"deep":-9007199254740993}]}}', "deep"],
  ['{"serial":9007199254740992}', undefined],
  ['{"serial":1e300}', undefined],
  ['{"serial":"12345678901234567890"}', undefined],
  ['{"price":1250}', undefined],
];

for (const [json, field] of bodies) {
  test(`${json}: ${field ?? "nothing"}`, () => assert.equal(findInexactNumber(json), field));
}

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
