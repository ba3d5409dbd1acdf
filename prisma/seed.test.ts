import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { Client } from "pg";
import { prisma } from "#lib/storage/database.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { seedDemo } from "./seed.ts";

const service = setUpTestService();

test("of two first starts at once one makes the demo, and the other keeps no secrets of it", async () => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  setTestConfig({ DATABASE_URL, DATA_DIR, DEMO: "1" });
  const before = await readdir(DATA_DIR);
  const faster = new Client({ connectionString: DATABASE_URL });
  await faster.connect();
  await faster.query("BEGIN");
  await faster.query(
    "INSERT INTO organization (id, name, kind, tier) VALUES ('org_1', 'Demo', 'platform', 'free')",
  );
  await faster.query(
    `INSERT INTO member (id, organization_id, email, password_hash, role)
     VALUES ('mem_1', 'org_1', 'platform@demo.example', 'x', 'owner')`,
  );

  const seeding = seedDemo({ baseUrl: "http://localhost:3000" });
  await until(async () => (await countWaiting(faster)) > 0);
  await faster.query("COMMIT");
  await faster.end();
  assert.equal(await seeding, undefined);
  assert.equal(await seedDemo({ baseUrl: "http://localhost:3000" }), undefined);
  assert.deepEqual(await readdir(DATA_DIR), before);
});

test("the keys of an earlier version's demo get the scopes that came since, at the next start", async () => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  setTestConfig({ DATABASE_URL, DATA_DIR, DEMO: "1" });
  await prisma().organization.deleteMany();
  const demo = await seedDemo({ baseUrl: "http://localhost:3000" });
  assert.ok(demo);
  const readScopes = async () => {
    const rows = await prisma().apiKey.findMany({
      select: { scopes: true },
      orderBy: { id: "asc" },
    });
    return rows.map(({ scopes }) => scopes);
  };
  const before = await readScopes();
  assert.equal(before.flat().filter((scope) => scope === "webhooks:write").length, 4);
  await prisma().apiKey.updateMany({ data: { scopes: ["payments:read"] } });
  assert.deepEqual(await seedDemo({ baseUrl: "http://localhost:3000" }), demo);
  assert.deepEqual(await readScopes(), before);
});
