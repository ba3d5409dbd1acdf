import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { createApiClient, paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { createKillableServer } from "#lib/testing/crash/killable-server.ts";
import { digestTables, runQuery } from "#lib/testing/digest-tables.ts";
import { createTestDatabase, ownerUrlOf, type TestDatabase } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { BASELINE, findOrigin, LAST_SQUASHED, SQUASHED } from "./baseline.ts";
import { applyMigrations } from "./migrate.ts";

const NEXT = "99990101000000_next";

describe("findOrigin", () => {
  const cases: [string, string[], string][] = [
    ["an empty database", [], "baseline"],
    ["one that the baseline made", [BASELINE, NEXT], "baseline"],
    ["one that was made before it", [...SQUASHED], "squashed"],
    ["the same once the baseline is recorded", [...SQUASHED, BASELINE], "baseline"],
    ["an older one", SQUASHED.slice(0, -1), "incomplete"],
    ["one with a gap", SQUASHED.slice(1), "incomplete"],
  ];
  for (const [name, applied, origin] of cases) {
    test(`${name}: ${origin}`, () => assert.equal(findOrigin(applied), origin));
  }

  test("knows the last of them", () => assert.equal(SQUASHED.at(-1), LAST_SQUASHED));
});

/** As if its tables had been made by these. */
async function recordInstead(ownerUrl: string, names: readonly string[]): Promise<void> {
  const rows = names.map((name, at) => `('${at}', '', '${name}', now(), 1)`);
  await runQuery(
    ownerUrl,
    `DELETE FROM _prisma_migrations WHERE migration_name = '${BASELINE}';
     INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ${rows.join()}`,
  );
}

async function listRecorded(ownerUrl: string): Promise<string[]> {
  const rows = await runQuery<{ name: string }>(
    ownerUrl,
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

describe("a database from before the baseline", () => {
  let folder: string;
  let database: TestDatabase;
  const migrate = (url = database.ownerUrl) => applyMigrations(url, { folder });

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "sealslip-baseline-"));
    await cp(join(import.meta.dirname, "migrations", BASELINE), join(folder, BASELINE), {
      recursive: true,
    });
    await mkdir(join(folder, NEXT));
    await writeFile(join(folder, NEXT, "migration.sql"), "CREATE TABLE next (id int)");
    const later = (await listRecorded(database.ownerUrl)).filter((name) => name !== BASELINE);
    await recordInstead(database.ownerUrl, SQUASHED);
    recorded = [...SQUASHED, BASELINE, ...later, NEXT];
  });

  let recorded: string[];

  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  test("gets what comes after it, and goes on with the names that older versions look for", async () => {
    assert.deepEqual(await migrate(), { applied: [NEXT], heldBack: [] });
    assert.deepEqual(await listRecorded(database.ownerUrl), recorded);
    assert.deepEqual(await migrate(), { applied: [], heldBack: [] });
    assert.deepEqual(await runQuery(database.ownerUrl, "SELECT FROM next"), []);
  });

  test("may be started on by two instances at once", async () => {
    const done = await Promise.all([migrate(), migrate()]);
    assert.deepEqual(
      done.flatMap(({ applied }) => applied),
      [NEXT],
    );
    assert.deepEqual(await listRecorded(database.ownerUrl), recorded);
  });

  test("does so where Prisma's own command has tried the baseline on it", async () => {
    await runQuery(
      database.ownerUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
       VALUES ('failed', '', '${BASELINE}', 'type "environment" already exists')`,
    );
    assert.deepEqual(await migrate(), { applied: [NEXT], heldBack: [] });
    assert.deepEqual(await listRecorded(database.ownerUrl), recorded);
  });

  test("needs its owner", async () => {
    await assert.rejects(migrate(database.url), {
      name: "MigrationError",
      message: /^[^\n]+permission denied[^\n]+DATABASE_OWNER_URL names the one that owns them$/,
    });
  });

  test("is refused in one line where it has only some of the tables", async () => {
    const select = `DELETE FROM _prisma_migrations WHERE migration_name = '${LAST_SQUASHED}'`;
    await runQuery(database.ownerUrl, select);
    const before = await listRecorded(database.ownerUrl);
    await assert.rejects(migrate(), {
      name: "MigrationError",
      message: new RegExp(`^[^\\n]+ newest migration is ${LAST_SQUASHED} first[^\\n]+$`),
    });
    assert.deepEqual(await listRecorded(database.ownerUrl), before);
  });
});

describe("this version on the data of one from before the baseline", () => {
  const service = setUpTestService();
  const api = setUpApi(service);

  test("starts, and serves what is there", async () => {
    const { body } = await api.post("/payments/gateway_one/create", { body: paymentBody() });
    const { payment, organization, api_key } = await digestTables(service.databaseUrl);
    assert.ok(payment && organization && api_key);
    const ownerUrl = ownerUrlOf(service.databaseUrl);
    await recordInstead(ownerUrl, SQUASHED);

    const server = await createKillableServer({
      DATABASE_URL: service.databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: service.dataDir,
    });
    await server.start();
    try {
      const after = await digestTables(service.databaseUrl);
      const kept = { payment: after.payment, organization: after.organization };
      assert.deepEqual(kept, { payment, organization });
      assert.equal((await fetch(`${server.url}/api/ready`)).status, 200);
      const client = createApiClient(server, api.key);
      const read = await client.get(`/payments/gateway_one/${body.data.paymentId}`);
      assert.equal(read.status, 200);
    } finally {
      await server.end();
    }
  });
});
