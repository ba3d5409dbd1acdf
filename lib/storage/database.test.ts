import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { connectDatabase } from "./connect-database.ts";
import { asyncCommitPipeline, closeDatabase, pipeline, pool } from "./database.ts";
import type { Queryable } from "./pipeline.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase();
  setTestConfig({ DATABASE_URL: database.url });
  connectDatabase(database.url);
});
after(async () => {
  await closeDatabase();
  await database.drop();
});

const ways: [name: string, way: () => Queryable, synchronousCommit: string][] = [
  ["what cannot be found out again waits for the disk", pipeline, "on"],
  ["what the pool runs waits for the disk", pool, "on"],
  ["what can be found out again does not", asyncCommitPipeline, "off"],
];
for (const [name, way, synchronousCommit] of ways) {
  test(name, async () => {
    const { rows } = await way().query("SHOW synchronous_commit");
    assert.deepEqual(rows, [{ synchronous_commit: synchronousCommit }]);
  });
}
