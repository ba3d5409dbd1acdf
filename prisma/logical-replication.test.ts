import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runQuery } from "#lib/testing/digest-tables.ts";
import { createTestDatabase, type TestDatabase } from "#lib/testing/test-database.ts";

// What docs/upgrade.md relies on: a publication for all tables brings everything to another PostgreSQL.

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

const OURS = "relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)";

const listNames = async (text: string) =>
  (await runQuery<{ name: string }>(database.ownerUrl, text)).map(({ name }) => name);

test("every table has a key to find its rows by: without, a publication stops its changes", async () => {
  const tables = await listNames(
    `SELECT relname AS name FROM pg_class c WHERE ${OURS} AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const found = await listNames(
    `SELECT relname AS name FROM pg_class c JOIN pg_index ON indrelid = c.oid
     WHERE ${OURS} AND relkind IN ('r', 'p') AND relreplident = 'd' AND indisprimary ORDER BY 1`,
  );
  assert.deepEqual(found, tables);
  assert.ok(tables.includes("payment") && tables.includes("_private_jobs"));
});

test("no table is outside of the log", async () => {
  assert.deepEqual(
    await listNames(`SELECT relname AS name FROM pg_class WHERE ${OURS} AND relpersistence <> 'p'`),
    [],
  );
});

test("no trigger fires where rows are applied that another one has made", async () => {
  assert.deepEqual(
    await listNames(
      `SELECT tgname AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
       WHERE ${OURS} AND tgenabled NOT IN ('O', 'D')`,
    ),
    [],
  );
});

test("nothing is stored as a large object", async () => {
  assert.deepEqual(
    await listNames(
      `SELECT attname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       WHERE ${OURS} AND relkind = 'r' AND attnum > 0 AND atttypid = 'oid'::regtype`,
    ),
    [],
  );
});
