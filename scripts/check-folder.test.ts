import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "#lib/testing/spawn-program.ts";

const cases = [
  ["start.mjs", "#"],
  ["start.mjs", "*"],
  ["prepare.mjs", "#"],
  ["test.mjs", "*"],
] as const;
for (const [script, character] of cases) {
  test(`${script} in a folder with ${character} says what to do, and does nothing`, async (t) => {
    const parent = mkdtempSync(join(tmpdir(), "sealslip-folder-"));
    t.after(() => rmSync(parent, { recursive: true }));
    const root = join(parent, `receipts ${character}1`);
    cpSync(import.meta.dirname, join(root, "scripts"), {
      recursive: true,
      filter: (path) => !path.endsWith(".ts"),
    });
    const { code, stdout, stderr } = await runProgram(`scripts/${script}`, [], {}, root);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `✗ the service cannot be started in ${root}, since its path contains ${character}: rename or move the folder, and start again\n`,
    );
    assert.doesNotMatch(stdout, /install/);
  });
}
