import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { writeExport } from "./recipe.ts";
import { registrationRecipe } from "./registration-recipe.ts";

const run = promisify(execFile);

const service = setUpTestService();
let folder: string;
let key: string;
setUp(async () => {
  folder = await mkdtemp(join(tmpdir(), "sealslip-quickstart-"));
  key = await createTestKey({ scopes: registrationRecipe.scopes });
});
after(() => rm(folder, { recursive: true }));

const commands: Record<string, string> = {
  TypeScript: `"${process.execPath}" cardholder.mts`,
  Python: "python3 cardholder.py",
};
const isThere = (command: string, flag: string) => spawnSync(command, [flag]).status === 0;
const hasOpenssl = isThere("openssl", "version");
const skips: Record<string, boolean> = {
  curl: !hasOpenssl,
  Python: !hasOpenssl || !isThere("python3", "--version"),
};

for (const { language, file, write } of registrationRecipe.snippets) {
  test(`${language} registers a cardholder`, { skip: skips[language] ?? false }, async () => {
    const code = write({ origin: service.url, outcome: "" });
    if (file) await writeFile(join(folder, file), code);
    const script = `${writeExport(key)}\n${commands[language] ?? code}`;
    const { stdout } = await run("sh", ["-c", script], { cwd: folder });
    assert.match(stdout, /\b201\b/);
    assert.match(stdout, /"userId":\s*"usr_/);
    assert.match(stdout, /"keyId":\s*"device-/);
  });
}
