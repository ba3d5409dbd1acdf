import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client } from "pg";
import { allEnvironments } from "#lib/core/vocabulary.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { until } from "#lib/testing/until.ts";
import { visitors } from "#lib/visits/visitors.ts";
import { applyMigrations, holdMigrations, listMigrations } from "./migrate.ts";
import { MigrationError } from "./migration-error.ts";

const nothing = { applied: [], heldBack: [] };

let dataDir: string;
let postgres: EmbeddedPostgres;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sealslip-migrate-"));
  postgres = await startEmbeddedPostgres({ dataDir });
});

beforeEach(async () => {
  await query("drop schema public cascade");
  await query("create schema public");
});

after(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("applyMigrations", () => {
  test("applies every migration once, in order", async () => {
    const names = await listFolders();
    assert.deepEqual(await applyMigrations(postgres.ownerUrl), { applied: names, heldBack: [] });
    assert.deepEqual(await applyMigrations(postgres.ownerUrl), nothing);
    assert.deepEqual(await listRecorded(), names);
  });

  test("is safe for two instances that start at once", async () => {
    const done = await Promise.all([
      applyMigrations(postgres.ownerUrl),
      applyMigrations(postgres.ownerUrl),
    ]);
    assert.deepEqual(
      done.flatMap(({ applied }) => applied),
      await listFolders(),
    );
    assert.deepEqual(await listRecorded(), await listFolders());
  });

  test("leaves a database alone that is ahead", async () => {
    await applyMigrations(postgres.ownerUrl);
    await query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
       values ('later', '', '99990101000000_later', now())`,
    );
    assert.deepEqual(await applyMigrations(postgres.ownerUrl), nothing);
  });

  test("refuses a database that is ahead and needs newer code", async () => {
    await applyMigrations(postgres.ownerUrl);
    await query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
       values ('later', '', '99990102000000_drop_needs_99990101000000', now())`,
    );
    await assert.rejects(applyMigrations(postgres.ownerUrl), {
      name: "MigrationError",
      message: /newer versions only, since 99990102000000_drop/,
    });
  });

  test("holds back what a living process of an older version uses", async () => {
    const folder = await writeMigrations({
      "20260101000000_init":
        "create table tip (id int); create table service_process (migration text, seen_at timestamptz default now())",
      "20260102000000_tips_elsewhere": "create table gratuity (id int)",
      "20260103000000_drop_tip_needs_20260102000000": "drop table tip",
      "20260104000000_more": "create table more (id int)",
    });
    const [init = "", ...others] = await listMigrations(folder);
    const [elsewhere = "", drop = "", more = ""] = others;
    await applyMigrations(postgres.ownerUrl, { folder, only: [init] });
    await query(`insert into service_process values ('${init}'), ('${more}')`);
    const migrate = () => applyMigrations(postgres.ownerUrl, { folder });
    assert.deepEqual(await migrate(), { applied: [elsewhere, more], heldBack: [drop] });
    assert.deepEqual(await migrate(), { applied: [], heldBack: [drop] });

    await query(
      `update service_process set seen_at = now() - interval '2 minutes' where migration = '${init}'`,
    );
    assert.deepEqual(await migrate(), { applied: [drop], heldBack: [] });
  });

  test("waits for a backup", async () => {
    const order: string[] = [];
    await holdMigrations(postgres.ownerUrl, async () => {
      void applyMigrations(postgres.ownerUrl).then(() => order.push("migrated"));
      // It has asked for the lock more than once, and so has not got it.
      const asked = new Set<unknown>();
      await until(async () => asked.add((await findMigrator())?.askedAt).size > 3);
      order.push("backed up");
    });
    await until(async () => order.length === 2);
    assert.deepEqual(order, ["backed up", "migrated"]);
  });

  test("says in one line why it failed, and changes nothing then", async () => {
    await query("create table member (id int)");
    await assert.rejects(applyMigrations(postgres.ownerUrl), (error: unknown) => {
      assert.ok(error instanceof MigrationError);
      assert.match(error.message, /^a migration could not be applied: .+/);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    assert.deepEqual(await query("select from pg_class where relname = 'payment'"), []);
  });
});

test("demo is the last environment, and visits that were begun in development end with it", async () => {
  const earlier = (await listMigrations()).filter((name) => name < "20261128120000");
  await applyMigrations(postgres.ownerUrl, { only: earlier });
  await query(
    `insert into organization (id, name, kind, tier) values ('${visitors.organizationId}', 'Visitors', 'platform', 'free')`,
  );
  await query("insert into visit (id, expires_at) values ('vis_1', now() + interval '1 hour')");
  await applyMigrations(postgres.ownerUrl);
  const [found] = await query(
    `select enum_range(null::environment)::text[] as environments, expires_at <= now() as ended,
            approved_environments::text as approved
     from visit, organization`,
  );
  assert.deepEqual(found, { environments: [...allEnvironments], ended: true, approved: "{}" });
});

async function writeMigrations(scripts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(dataDir, "migrations-"));
  for (const [name, sql] of Object.entries(scripts)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "migration.sql"), sql);
  }
  return folder;
}

/** The connection that wants to migrate. */
async function findMigrator() {
  const [found] = await query(
    `select query_start::text as "askedAt" from pg_stat_activity
     where query like 'select pg_try_advisory_xact_lock(%'`,
  );
  return found;
}

async function listFolders(): Promise<string[]> {
  const entries = await readdir(join(import.meta.dirname, "migrations"), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

async function listRecorded(): Promise<unknown[]> {
  const rows = await query("select migration_name as name from _prisma_migrations order by 1");
  return rows.map((row) => row.name);
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
