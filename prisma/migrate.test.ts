import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client } from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { applyMigrations, MigrationError } from "./migrate.ts";

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
    assert.deepEqual(await applyMigrations(postgres.ownerUrl), names);
    assert.deepEqual(await applyMigrations(postgres.ownerUrl), []);
    assert.deepEqual(await listRecorded(), names);
  });

  test("is safe for two instances that start at once", async () => {
    const applied = await Promise.all([
      applyMigrations(postgres.ownerUrl),
      applyMigrations(postgres.ownerUrl),
    ]);
    assert.deepEqual(applied.flat(), await listFolders());
    assert.deepEqual(await listRecorded(), await listFolders());
  });

  test("leaves a database alone that is ahead", async () => {
    await applyMigrations(postgres.ownerUrl);
    await query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
       values ('later', '', '99990101000000_later', now())`,
    );
    assert.deepEqual(await applyMigrations(postgres.ownerUrl), []);
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
