import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setLogDestination } from "#lib/log/logger.ts";
import { closeDatabase, connectDatabase, pool, prisma } from "#lib/storage/database.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { until } from "#lib/testing/until.ts";
import { isDatabaseAway } from "./pipeline.ts";
import { isUniqueViolation } from "./transaction.ts";

const data = { id: "org_1", name: "One", kind: "issuer", tier: "free" } as const;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  setTestConfig({});
  // Connections are lost here on purpose.
  setLogDestination({ write: () => undefined });
  database = await createTestDatabase();
  connectDatabase(database.url);
  await prisma().organization.create({ data });
});
after(async () => {
  await closeDatabase();
  await database.drop();
});

test("a conflict of Prisma's is a unique violation, in a transaction and alone", async () => {
  await assert.rejects(prisma().organization.create({ data }), isUniqueViolation);
  const inTransaction = prisma().$transaction((tx) => tx.organization.create({ data }));
  await assert.rejects(inTransaction, isUniqueViolation);
  const other = prisma().organization.update({ where: { id: "org_none" }, data });
  await assert.rejects(other, (error) => !isUniqueViolation(error) && !isDatabaseAway(error));
});

test("a connection that PostgreSQL ends means that the database is away", async () => {
  const own = prisma().$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
  await assert.rejects(own, isDatabaseAway);

  const holder = await pool().connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM organization FOR UPDATE");
  const blocked = assert.rejects(
    prisma().organization.update({ where: { id: data.id }, data: { name: "Two" } }),
    isDatabaseAway,
  );
  await until(async () => {
    // Not by the holder: a transaction sees one picture of the activity from its first look on.
    const { rowCount } = await pool().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });
  await blocked;
  await holder.query("ROLLBACK");
  holder.release();
});

test("so does a server that is not there", async () => {
  await closeDatabase();
  connectDatabase("postgres://nobody@127.0.0.1:1/nothing");
  await assert.rejects(prisma().organization.count(), isDatabaseAway);
  await assert.rejects(
    prisma().$transaction((tx) => tx.organization.count()),
    isDatabaseAway,
  );
});
