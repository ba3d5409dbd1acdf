import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addTag, MAX_TAG_LENGTH, MAX_TAGS, suggestTags } from "./annotation.ts";

describe("addTag", () => {
  for (const [typed, tags] of [
    ["  travel   costs ", ["Home", "travel costs"]],
    ["HOME", ["Home"]],
    ["  ", ["Home"]],
    ["x".repeat(40), ["Home", "x".repeat(MAX_TAG_LENGTH)]],
  ] as const) {
    test(`"${typed}"`, () => assert.deepEqual(addTag(["Home"], typed), tags));
  }

  test("no more than there may be", () => {
    const full = Array.from({ length: MAX_TAGS }, (_, at) => `tag ${at}`);
    assert.deepEqual(addTag(full, "another"), full);
  });
});

test("earlier tags are suggested, the most used first, without those that are there", () => {
  const annotations = [
    { tags: ["Home", "Travel"] },
    { tags: ["travel", "Food"] },
    { tags: ["Fun"] },
  ];
  assert.deepEqual(suggestTags(annotations, { tags: ["home"], typed: "" }), [
    "Travel",
    "Food",
    "Fun",
  ]);
  assert.deepEqual(suggestTags(annotations, { tags: [], typed: " f" }), ["Food", "Fun"]);
});
