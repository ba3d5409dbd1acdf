import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { setUp } from "#lib/testing/set-up.ts";
import { runProgram } from "#lib/testing/spawn-program.ts";
import { createTestDatabase, type TestDatabase } from "#lib/testing/test-database.ts";

const database: TestDatabase = setUp(async () => {
  const created = await createTestDatabase();
  return { ...created, [Symbol.asyncDispose]: created.drop };
});

const migrate = (env: Record<string, string | undefined>) =>
  runProgram("scripts/migrate.ts", [], env);

test("an empty database gets its tables from the owner, and the service may use them", async () => {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("DROP SCHEMA public CASCADE");
  await owner.query("CREATE SCHEMA public");
  await owner.query("GRANT USAGE ON SCHEMA public TO PUBLIC");
  await owner.end();

  const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  const asService = await migrate({ ...env, DATABASE_OWNER_URL: undefined });
  assert.equal(asService.code, 1);
  assert.match(asService.stderr, /^✗ .+permission denied.+ DATABASE_OWNER_URL .+\n$/);

  const first = await migrate(env);
  assert.deepEqual([first.code, first.stderr], [0, ""]);
  assert.match(first.stdout, /^(?:✓ \d{14}_\w+\n)+$/);
  assert.equal((await migrate(env)).stdout, "✓ the database is up to date\n");

  const service = new Client({ connectionString: database.url });
  await service.connect();
  assert.deepEqual((await service.query("SELECT id FROM payment")).rows, []);
  await service.end();
});

test("the embedded database is left to the service", async () => {
  const { code, stderr } = await migrate({ DATABASE_URL: undefined });
  assert.equal(code, 1);
  assert.match(stderr, /^✗ DATABASE_URL: .+\n$/);
});
