import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "#lib/testing/spawn-program.ts";

for (const script of ["start.mjs", "prepare.mjs", "test.mjs"]) {
  test(`${script} in a folder with # says what to do, and does nothing`, async (t) => {
    const parent = mkdtempSync(join(tmpdir(), "sealslip-folder-"));
    t.after(() => rmSync(parent, { recursive: true }));
    const root = join(parent, "receipts #1");
    cpSync(import.meta.dirname, join(root, "scripts"), {
      recursive: true,
      filter: (path) => !path.endsWith(".ts"),
    });
    const { code, stdout, stderr } = await runProgram(`scripts/${script}`, [], {}, root);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `✗ the pages cannot be built in ${root}, since its path contains #: rename or move the folder, and start again\n`,
    );
    assert.doesNotMatch(stdout, /install/);
  });
}
