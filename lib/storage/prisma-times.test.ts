import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool, prisma } from "#lib/storage/database.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  setTestConfig({});
  database = await createTestDatabase();
  const { pathname } = new URL(database.url);
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(`ALTER DATABASE ${pathname.slice(1)} SET timezone = 'Asia/Kathmandu'`);
  await client.end();
  connectDatabase(database.url);
});
after(async () => {
  await closeDatabase();
  await database.drop();
});

test("Prisma and SQL mean the same moment, whatever the time zone of the server", async () => {
  const createdAt = new Date("2026-11-20T09:30:00.250Z");
  const row = { id: "org_1", name: "One", kind: "issuer", tier: "free", createdAt } as const;
  const created = await prisma().organization.create({ data: row });
  assert.deepEqual(created.createdAt, createdAt);

  const { rows } = await pool().query(
    "SELECT created_at, extract(epoch FROM created_at)::float8 AS seconds FROM organization",
  );
  assert.deepEqual(rows, [{ created_at: createdAt, seconds: createdAt.getTime() / 1000 }]);

  await pool().query("UPDATE organization SET created_at = $1", [new Date(0)]);
  const before = await prisma().organization.count({ where: { createdAt: { lt: createdAt } } });
  assert.equal(before, 1);
  const moved = await prisma().organization.findUniqueOrThrow({ where: { id: "org_1" } });
  assert.deepEqual(moved.createdAt, new Date(0));
});
