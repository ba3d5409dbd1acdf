import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { connectDatabase } from "./connect-database.ts";
import { closeDatabase, pipeline, pool, resultPipeline } from "./database.ts";
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
  ["a result waits for the disk", resultPipeline, "on"],
];
for (const [name, way, synchronousCommit] of ways) {
  test(name, async () => {
    const { rows } = await way().query("SHOW synchronous_commit");
    assert.deepEqual(rows, [{ synchronous_commit: synchronousCommit }]);
  });
}

test("a time is the same moment in every form in which PostgreSQL writes one", async () => {
  const { rows } = await pool().query<{ at: unknown }>(
    `SELECT unnest($1::text[])::timestamptz AS at`,
    [
      [
        "2026-11-22 09:30:00Z",
        "2026-11-22 09:30:00.5+05:45",
        "2026-11-22 09:30:00.123456Z",
        "0099-01-02 00:00:00Z",
        "12026-11-22 00:00:00Z",
        "infinity",
      ],
    ],
  );
  assert.deepEqual(
    rows.map(({ at }) => (at instanceof Date ? at.toISOString() : at)),
    [
      "2026-11-22T09:30:00.000Z",
      "2026-11-22T03:45:00.500Z",
      "2026-11-22T09:30:00.123Z",
      "0099-01-02T00:00:00.000Z",
      "+012026-11-22T00:00:00.000Z",
      Number.POSITIVE_INFINITY,
    ],
  );
});
