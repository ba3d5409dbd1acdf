import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isAllowed, readPackages } from "./licenses.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

test("the license of every package of production is on the list, or was looked at", () => {
  const packages = readPackages();
  assert.ok(packages.length > 100);
  assert.deepEqual(
    packages.filter((one) => !isAllowed(one)),
    [],
  );
});

const expressions: [license: string, name: string, isFine: boolean][] = [
  ["MIT", "one", true],
  ["(MIT OR GPL-3.0-only)", "one", true],
  ["MIT AND Apache-2.0", "one", true],
  ["MIT AND GPL-3.0-only", "one", false],
  ["GPL-3.0-only", "one", false],
  ["", "one", false],
  ["LGPL-3.0-or-later", "@img/sharp-libvips-linux-x64", true],
  ["LGPL-3.0-or-later", "another", false],
];
for (const [license, name, isFine] of expressions) {
  test(`${license || "no license"} of ${name}: ${isFine ? "allowed" : "refused"}`, () => {
    assert.equal(isAllowed({ name, license }), isFine);
  });
}

test("every package that wants to run a script when it is installed is named, with the answer", () => {
  const named = Object.keys(read("package.json").allowScripts);
  const packages: Record<string, { hasInstallScript?: boolean }> =
    read("package-lock.json").packages;
  const wanting = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? path.replace(/^.*node_modules\//, "") : [],
  );
  assert.ok(wanting.length > 0);
  assert.deepEqual(
    wanting.filter((name) => !named.includes(name)),
    [],
  );
});
