import assert from "node:assert/strict";
import { test } from "node:test";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { connectDatabase } from "./connect-database.ts";
import { closeDatabase, pipeline, pool, prisma, readPipeline } from "./database.ts";
import { isDatabaseAway } from "./failures.ts";
import { inTransaction } from "./transaction.ts";

const service = setUpTestService();

const ways: [name: string, run: (sql: string) => PromiseLike<unknown>][] = [
  ["the pool", (sql) => pool().query(sql)],
  ["the pipeline", (sql) => pipeline().query(sql)],
  ["a transaction", (sql) => inTransaction((transaction) => transaction.query(sql))],
  ["Prisma", (sql) => prisma().$executeRawUnsafe(sql)],
  ["a transaction of Prisma", (sql) => prisma().$transaction((tx) => tx.$executeRawUnsafe(sql))],
];
const write = "UPDATE organization SET name = name";

for (const [name, run] of ways) {
  test(`after a failover, writes by ${name} fail as if the database were away, until it can be written again`, async () => {
    await closeDatabase();
    await setReadOnly(true);
    connectDatabase(service.databaseUrl);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await assert.rejects(async () => run(write), isDatabaseAway);
    }
    await setReadOnly(false);
    await run(write);
  });
}

test("after a failover, look-ups are answered by the standby, and leave it for the new primary", async () => {
  await closeDatabase();
  await setReadOnly(true);
  connectDatabase(service.databaseUrl);
  const isReadOnly = async () => {
    const { rows } = await readPipeline().query("SHOW default_transaction_read_only");
    return rows[0]?.default_transaction_read_only === "on";
  };
  assert.equal(await isReadOnly(), true);
  await setReadOnly(false);
  await until(async () => !(await isReadOnly()));
});

/** Of connections to come, as where the address of the database leads to another server. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const setting = `default_transaction_read_only = ${isReadOnly ? "on" : "off"}`;
  await asOwner(
    service.databaseUrl,
    `BEGIN READ WRITE; ALTER DATABASE "${name}" SET ${setting}; COMMIT`,
  );
}
