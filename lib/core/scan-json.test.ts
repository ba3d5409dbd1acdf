import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { MAX_DEPTH, MAX_KEYS, MAX_VALUES } from "./body-limits.ts";
import { scanJson } from "./scan-json.ts";

test("the limits are the contract's", () => {
  assert.deepEqual([MAX_DEPTH, MAX_KEYS, MAX_VALUES], [8, 500, 25_000]);
});

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const list = (values: number, value = "0") => `[${Array(values).fill(value).join()}]`;
const keys = (count: number, name = (n: number) => `k${n}`) =>
  `{${Array.from({ length: count }, (_, n) => `"${name(n)}":0`).join()}}`;

describe("nothing is wrong with", () => {
  const fine: [string, string][] = [
    ["plain values", '[null,true,0,-1.5,"","text",{}]'],
    ["the deepest nesting", deep(MAX_DEPTH)],
    ["the deepest nesting, again and again", list(100, deep(MAX_DEPTH - 1))],
    ["the most keys", keys(MAX_KEYS)],
    ["the most keys in many objects", list(49, keys(MAX_KEYS))],
    ["the most values", list(MAX_VALUES)],
    ["one key in many objects", '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":1}}'],
    ["a value like a key", '{"a":"a","b":["a","a"]}'],
    ["brackets and commas in text", '{"a":"[[[[[[[[[[{{{\\"[,,:","[[[[[[[[[":"\\\\"}'],
    ["spaces", ' {\n"a" :\t[ 1 , 2 ] ,\r"b":{ } } '],
    ["keys that differ in escapes", '{"a\\\\":1,"a":2,"a\\"":3,"\\\\":4,"\\u005c\\u005c":5}'],
    ["names of Object.prototype", '{"__proto__":1,"constructor":2,"toString":3,"":4}'],
  ];
  for (const [name, json] of fine) {
    test(name, () => {
      JSON.parse(json);
      assert.equal(scanJson(json, MAX_DEPTH), undefined);
    });
  }
});

describe("says where and why for", () => {
  const bad: [string, string, (string | number)[], RegExp][] = [
    ["nesting too deep", deep(9), [0, 0, 0, 0, 0, 0, 0, 0], /deeper than 8/],
    ["nesting far too deep", deep(100_000), [0, 0, 0, 0, 0, 0, 0, 0], /deeper than 8/],
    ["objects too deep", '{"a":'.repeat(50_000), Array(8).fill("a"), /deeper than 8/],
    ["objects without keys", "{".repeat(50_000), Array(8).fill(""), /deeper than 8/],
    ["too many keys", keys(501), [], /more than 500 keys/],
    ["too many keys in an entry", `{"items":[{},${keys(501)}]}`, ["items", 1], /500 keys/],
    ["too many values", list(MAX_VALUES + 1), [], /more than 25,000 values/],
    ["too many empty objects", list(MAX_VALUES / 2 + 1, "{}"), [], /more than 25,000 values/],
    ["too many values in many lists", list(250, list(100)), [], /more than 25,000 values/],
    ["a key twice", '{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}', ["a", "b", 1, "c"], /more than once/],
    ["a key twice, far apart", keys(500, (n) => `${n % 499}`), ["0"], /more than once/],
    ["a key twice, once with escapes", '{"ab":1,"\\u0061b":2}', ["ab"], /more than once/],
    ["a key twice, with other escapes", '{"\\/":1,"\\u002f":2}', ["/"], /more than once/],
    ["an empty key twice", '{"":1,"":2}', [""], /more than once/],
    ["a number in a list", "[0,[1,9007199254740993]]", [1, 1], /too large/],
    [
      "a number in an object",
      '{"a":{"b":[{"deep":-9007199254740993}]}}',
      ["a", "b", 0, "deep"],
      /too/,
    ],
  ];
  for (const [name, json, path, reason] of bad) {
    test(name, () => {
      const problem = scanJson(json, MAX_DEPTH);
      assert.deepEqual(problem?.path, path);
      assert.match(problem.reason, reason);
    });
  }
});

test("malformed text ends the scan", () => {
  const texts = [
    '"',
    '{"',
    '{"a',
    '{"a\\',
    "]]]}}}[1",
    ",,,",
    ":",
    "-",
    "1-2-3e",
    '{"\\u12":1,"\\u12":2',
  ];
  for (const text of texts) scanJson(text, MAX_DEPTH);
});

test("all JSON with keys of their own passes, and a key twice does not", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 6 },
      fc.string({ unit: "binary" }),
      fc.maxSafeInteger(),
      tie("object"),
    ),
    object: fc.dictionary(fc.string({ unit: "binary", maxLength: 3 }), tie("any"), { minKeys: 1 }),
  })).object;
  fc.assert(
    fc.property(value, fc.nat(), (object, place) => {
      const json = JSON.stringify(object);
      assert.equal(scanJson(json, MAX_DEPTH), undefined);
      const names = Object.keys(Object(object));
      const name = JSON.stringify(names[place % names.length]);
      const repeated = json.replace(/}$/, () => `,${name}:0}`);
      assert.match(scanJson(repeated, MAX_DEPTH)?.reason ?? "", /more than once/);
    }),
  );
});
