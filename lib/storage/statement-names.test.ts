import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const lib = join(import.meta.dirname, "..");

// A connection that has prepared a name refuses another text under it, whichever comes second.
test("no two prepared statements have one name", () => {
  const files = globSync("**/*.ts", { cwd: lib }).filter((file) => !file.endsWith(".test.ts"));
  const named = files.flatMap((file) =>
    findNames(readFileSync(join(lib, file), "utf8")).map((name) => ({ name, file })),
  );
  const shared = [...Map.groupBy(named, ({ name }) => name)].filter(([, { length }]) => length > 1);
  assert.ok(named.length > 20, `${named.length} were found`);
  assert.deepEqual(shared, []);
});

function findNames(text: string): string[] {
  return [...text.matchAll(/\bname: ["`]([^"`]+)["`],\s*(?:\/\/[^\n]*\s*)*text\b/g)].map(
    ([, name = ""]) => name,
  );
}
