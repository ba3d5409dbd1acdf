import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Locked = {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

test("package-lock.json lists every package that another one names: npm ci refuses it otherwise", () => {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync("package-lock.json", "utf8"),
  );
  const missing = Object.entries(packages).flatMap(([path, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
      .filter((name) => !isListed(packages, path, name))
      .map((name) => `${path} needs ${name}`),
  );
  assert.ok(Object.keys(packages).length > 500);
  assert.deepEqual(missing, []);
});

/** As Node finds a package: in `node_modules` here, or of a folder above. */
function isListed(packages: Record<string, Locked>, from: string, name: string): boolean {
  const folders = from.split("/");
  return [...folders.keys(), folders.length].some((length) => {
    const folder = folders.slice(0, length).join("/");
    return `${folder === "" ? "" : `${folder}/`}node_modules/${name}` in packages;
  });
}
