import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { createKillableServer } from "#lib/testing/crash/killable-server.ts";
import { runQuery } from "#lib/testing/digest-tables.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { runProgram } from "#lib/testing/spawn-program.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { startTestService } from "#lib/testing/test-service.ts";
import {
  checkOut,
  createKey,
  findPreviousRelease,
  hasBaseline,
} from "#lib/testing/upgrade/previous-release.ts";
import { openTills } from "#lib/testing/upgrade/tills.ts";

const previous = findPreviousRelease();
const PAYMENTS = 60;

function findReasonToSkip(): string | false {
  if (!previous) return "there is no Git history to take the release before from";
  if (!hasBaseline(previous)) {
    return "the release before has no baseline migration and was never deployed: the next release is the first to be tested";
  }
  return runsLong ? false : "npm run test:long runs it";
}

test("the release before and this one serve side by side, forward and back, and no payment fails", {
  skip: findReasonToSkip(),
}, async () => {
  assert.ok(previous);
  await using parts = new AsyncDisposableStack();
  const folder = checkOut(previous);
  parts.defer(() => rm(folder, { recursive: true }));
  const service = await startTestService();
  parts.defer(() => service.close());
  const { url, ownerUrl, drop } = await createTestDatabase();
  parts.defer(drop);
  await runQuery(ownerUrl, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");

  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: service.dataDir,
    LOG_LEVEL: "error",
  };
  const before = await createKillableServer(env, { root: folder });
  parts.defer(() => before.kill());
  const after = await createKillableServer(env);
  parts.defer(() => after.kill());

  await before.start();
  const tills = openTills(createKey(folder, env));
  await tills.sendTo(before);
  await tills.sell(PAYMENTS);

  const migrated = await runProgram("scripts/migrate.ts", [], env);
  assert.equal(migrated.code, 0, migrated.stderr);
  await tills.sell(PAYMENTS);

  await after.start();
  await tills.sendTo(before, after);
  await tills.sell(PAYMENTS);
  await tills.sendTo(after);
  await before.end();
  await tills.sell(PAYMENTS);

  // And back: it starts on the newer schema.
  await before.start();
  await tills.sendTo(before, after);
  await tills.sell(PAYMENTS);
  await tills.sendTo(before);
  await after.end();
  await tills.sell(PAYMENTS);

  await after.start();
  await tills.sendTo(after);
  await tills.sell(PAYMENTS);
  const paid = await tills.close();
  const statuses = await runQuery(url, "SELECT status, count(*)::int FROM payment GROUP BY 1");
  assert.deepEqual(statuses, [{ status: "succeeded", count: paid.length }]);
});
