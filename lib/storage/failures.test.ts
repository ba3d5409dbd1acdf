import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { until } from "#lib/testing/until.ts";
import { connectDatabase } from "./connect-database.ts";
import { closeDatabase, pool, prisma } from "./database.ts";
import { isDatabaseAway, isDatabaseUnavailable } from "./failures.ts";
import { isUniqueViolation, onConnection } from "./transaction.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase();
  setTestConfig({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: "2", LOG_LEVEL: "silent" });
});
after(() => database.drop());

async function failureOf(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("this did not fail");
}

const ways: [name: string, run: (sql: string) => PromiseLike<unknown>][] = [
  ["the pool", (sql) => pool().query(sql)],
  ["Prisma", (sql) => prisma().$queryRawUnsafe(sql)],
  ["a transaction of Prisma", (sql) => prisma().$transaction((tx) => tx.$queryRawUnsafe(sql))],
];

describe("a database that has no room left is unavailable, and not away", () => {
  for (const [name, run] of ways) {
    test(`by ${name}`, async () => {
      connectDatabase(database.url);
      // The code of a full disk.
      const full = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$";
      const error = await failureOf(() => run(full));
      await closeDatabase();
      assert.equal(isDatabaseUnavailable(error), true);
      assert.equal(isDatabaseAway(error), false);
    });
  }
});

describe("a database that cannot be reached is away", () => {
  for (const code of ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ECONNABORTED"]) {
    test(code, () => {
      const error = Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" });
      assert.equal(isDatabaseAway(error), true);
    });
  }

  for (const [name, run] of ways) {
    test(`nothing listens, by ${name}`, async () => {
      connectDatabase("postgres://nobody@127.0.0.1:1/nothing");
      const error = await failureOf(() => run("SELECT 1"));
      await closeDatabase();
      assert.ok(isDatabaseAway(error), String(error));
    });

    test(`its socket is gone, by ${name}`, async () => {
      connectDatabase("postgres://nobody@localhost/nothing?host=/nowhere");
      const error = await failureOf(() => run("SELECT 1"));
      await closeDatabase();
      assert.ok(isDatabaseAway(error), String(error));
    });

    test(`what listens hangs up, by ${name}`, async () => {
      const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      connectDatabase(`postgres://nobody@127.0.0.1:${port}/nothing`);
      const error = await failureOf(() => run("SELECT 1"));
      await closeDatabase();
      server.close();
      assert.ok(isDatabaseAway(error), String(error));
    });

    test(`it shuts down meanwhile, by ${name}`, async () => {
      connectDatabase(database.url);
      const running = failureOf(() => run("SELECT pg_sleep(30)"));
      await until(async () => {
        const { rows } = await pool().query(
          `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
           WHERE wait_event = 'PgSleep' AND datname = current_database()`,
        );
        return rows.some(({ ended }) => ended);
      });
      const error = await running;
      await closeDatabase();
      assert.ok(isDatabaseAway(error), String(error));
    });
  }
});

describe("a database that refuses a statement is not away", () => {
  before(async () => {
    connectDatabase(database.url);
    await prisma().escrowKey.create({ data: row });
  });
  after(closeDatabase);

  const row = { version: 1, keyId: "key", publicKey: "PEM" };
  const insert = "INSERT INTO escrow_key (version, key_id, public_key) VALUES (1, 'key', 'PEM')";
  const doubles: [name: string, work: () => PromiseLike<unknown>][] = [
    ["SQL", () => onConnection((connection) => connection.query(insert))],
    ["Prisma", () => prisma().escrowKey.create({ data: row })],
    [
      "a transaction of Prisma",
      () => prisma().$transaction((tx) => tx.escrowKey.create({ data: row })),
    ],
    ["SQL through Prisma", () => prisma().$executeRawUnsafe(insert)],
  ];
  for (const [name, work] of doubles) {
    test(`a key that is taken, by ${name}`, async () => {
      const error = await failureOf(work);
      assert.equal(isUniqueViolation(error), true);
      assert.equal(isDatabaseAway(error), false);
    });
  }

  test("a file that is missing", async () => {
    const error = await failureOf(() => readFile("/nowhere/at-all"));
    assert.equal(isDatabaseAway(error), false);
  });

  test("a row that is missing", async () => {
    const missing = prisma().escrowKey.update({ where: { version: 7 }, data: row });
    const error = await failureOf(() => missing);
    assert.equal(isUniqueViolation(error), false);
    assert.equal(isDatabaseAway(error), false);
  });

  for (const [name, run] of ways) {
    test(`a division by zero, by ${name}`, async () => {
      const error = await failureOf(() => run("SELECT 1 / 0"));
      assert.equal(isUniqueViolation(error), false);
      assert.equal(isDatabaseAway(error), false);
    });
  }
});
