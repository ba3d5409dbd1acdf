import assert from "node:assert/strict";
import { test } from "node:test";
import { listLinkedFiles, rewriteLinks } from "./rewrite-links.ts";

const addresses = new Map([
  ["docs/guides/escrow.md", { path: "/docs/escrow" }],
  ["README.md", { path: "/docs", isOther: true }],
]);
const rewrite = (markdown: string) =>
  rewriteLinks(markdown, "docs/guides/first.md", (path) => addresses.get(path));

for (const [name, markdown, expected] of [
  ["to a guide", "See [it](escrow.md).", "See [it](/docs/escrow)."],
  ["to a part of a guide", "[it](escrow.md#for-tills)", "[it](/docs/escrow#for-tills)"],
  ["to another page in its place", "[it](../../README.md#endpoints)", "[it](/docs)"],
  ["to what the site does not have", "See [`it`](../../lib/a.ts).", "See `it`."],
  ["to the site", "[it](/docs/reference#ready)", "[it](/docs/reference#ready)"],
  ["to another site", "[it](https://example.com/a.md)", "[it](https://example.com/a.md)"],
  ["in code", "```sh\n[it](escrow.md)\n```", "```sh\n[it](escrow.md)\n```"],
] as const) {
  test(`a link ${name}`, () => assert.equal(rewrite(markdown), expected));
}

test("the files that a guide links to", () => {
  const markdown = "[a](escrow.md#b) and [c](../security/data.md), not [d](/docs) or [e](#f)";
  assert.deepEqual(listLinkedFiles(markdown, "docs/guides/first.md"), [
    "docs/guides/escrow.md",
    "docs/security/data.md",
  ]);
});
