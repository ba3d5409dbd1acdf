import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import type { Guides } from "./contract.ts";
import { describeGuides } from "./describe-guides.ts";
import { listSearchEntries } from "./list-search-entries.ts";

let guides: Guides;
before(async () => {
  guides = await describeGuides(join(import.meta.dirname, "../.."));
});

test("the navigation has every guide once, and nothing else", () => {
  const listed = guides.groups.flatMap((group) => group.guides.map(({ name }) => name));
  const names = guides.guides.map(({ name }) => name);
  assert.deepEqual(listed.toSorted(), names.toSorted());
});

test("the addresses that the search finds are each there once", () => {
  const all = [...guides.guides, ...guides.documents];
  const ids = all.flatMap((guide) => listSearchEntries(guide, guide.name).map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
  for (const { name, headings } of all) {
    for (const { id } of headings) assert.ok(ids.includes(`${name}#${id}`), `${name}#${id}`);
  }
});

test("what the search shows is words, not Markdown", () => {
  const texts = guides.guides.flatMap((guide) =>
    listSearchEntries(guide, guide.name).flatMap(({ heading }) => heading),
  );
  assert.ok(texts.length > 100);
  for (const text of texts) assert.doesNotMatch(text, /[`*]|\]\(/);
});
