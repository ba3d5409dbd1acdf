import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

test("no two prepared statements have one name, which a connection knows for one text alone", () => {
  const root = `${import.meta.dirname}/../..`;
  const names = globSync("lib/**/*.ts", { cwd: root })
    .filter((file) => !/\.test\.ts$|\/generated\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(`${root}/${file}`, "utf8");
      // A name stands in front of its text, or behind it.
      const named = text.matchAll(/\bname: "([a-z][a-z-]+)",\s+(?:text|condition|rowMode)\b/g);
      return [...named].map(([, name = ""]) => ({ name, file }));
    });
  assert.ok(names.length > 40, `${names.length} statements were found`);
  const shared = [...Map.groupBy(names, ({ name }) => name)].filter(([, uses]) => uses.length > 1);
  assert.deepEqual(shared, []);
});
