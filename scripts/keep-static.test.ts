import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

// The scripts are plain JavaScript, without types, since they run before anything is installed.
const { setStaticAside }: { setStaticAside: (folder: string) => () => void } = createRequire(
  import.meta.url,
)("./keep-static.mjs");

/** A build as Next makes one: it leaves nothing of the folder but the cache. */
function build(folder: string, files: Record<string, string>, { isInterrupted = false } = {}) {
  const addOlder = setStaticAside(folder);
  for (const name of ["static", "own-static.json"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, "static", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (!isInterrupted) addOlder();
}

test("the files of the build before stay, and no older ones", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "sealslip-static-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const isThere = (name: string) => existsSync(join(folder, "static", name));

  build(folder, { "chunks/a1.js": "a1", "chunks/b.js": "b", "first/manifest.js": "1" });
  build(folder, { "chunks/a2.js": "a2", "chunks/b.js": "b", "second/manifest.js": "2" });
  assert.deepEqual(
    ["chunks/a1.js", "chunks/a2.js", "chunks/b.js", "first/manifest.js"].filter(isThere),
    ["chunks/a1.js", "chunks/a2.js", "chunks/b.js", "first/manifest.js"],
  );

  build(folder, { "chunks/a3.js": "half" }, { isInterrupted: true });
  build(folder, { "chunks/a3.js": "a3" });
  assert.equal(readFileSync(join(folder, "static/chunks/a3.js"), "utf8"), "a3");
  assert.equal(isThere("chunks/a2.js"), true);
  assert.equal(isThere("chunks/b.js"), true);
  assert.equal(isThere("chunks/a1.js"), false);
  assert.equal(isThere("first/manifest.js"), false);
});
