import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "#lib/testing/spawn-program.ts";

test("says which settings it has checked, so that those that did not arrive are missed", async () => {
  const dataDir = join(tmpdir(), "sealslip-nothing-here");
  const { code, stdout, stderr } = await runProgram("scripts/check.ts", [], {
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    NODE_ENV: undefined,
  });
  assert.deepEqual([code, stderr], [0, ""]);
  const [, settings = ""] = stdout.split("\n");
  assert.equal(settings, `  not in production mode; database: the embedded one in ${dataDir}`);
});
