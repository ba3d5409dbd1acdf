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

test("names what a start would live with only for a while, and what would stop it, in one report", async () => {
  const { code, stdout, stderr } = await runProgram("scripts/check.ts", [], {
    DATA_DIR: join(tmpdir(), "sealslip-nothing-here"),
    DATABASE_URL: undefined,
    DATABASE_POOL_SIZE: "1",
    NODE_ENV: undefined,
    REDIS_URL: "redis://127.0.0.1:1",
  });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^✗ DATABASE_POOL_SIZE: .+\n✗ REDIS_URL: .+\n$/);
});
