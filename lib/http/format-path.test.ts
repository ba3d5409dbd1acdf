import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPath } from "./format-path.ts";

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
