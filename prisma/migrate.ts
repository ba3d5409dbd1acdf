import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { findUnmetNeed } from "#lib/storage/schema-needs.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
const SCHEMA = join(import.meta.dirname, "schema.prisma");

/** The migrations of this version cannot be applied to the database; the message is one line. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * Brings the database to the schema of this version and returns the names of the applied migrations.
 * Of several instances that start at once, one applies them and the others wait. A database ahead of
 * this version, as in a rolling deployment, is left as it is. Throws MigrationError where this version can
 * no longer serve it.
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const names = await listMigrations();
  const client = new Client({ connectionString: url, application_name: "sealslip migrations" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (!(await hasPending(client, names))) return [];
    return await withLock(client, async () =>
      (await hasPending(client, names)) ? applyPending(url, names) : [],
    );
  } finally {
    await client.end();
  }
}

async function listMigrations(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

async function hasPending(client: Client, names: string[]): Promise<boolean> {
  // Asks the catalog itself: to_regclass() may answer from a cache older than the lock.
  const table = await client.query(
    "select from pg_class where relname = '_prisma_migrations' and relnamespace = current_schema()::regnamespace",
  );
  if (table.rowCount === 0) return names.length > 0;

  const { rows } = await client.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const applied = rows.map((row) => row.name);
  const unmet = findUnmetNeed(applied, names);
  if (unmet) throw new MigrationError(`the database is for newer versions only, since ${unmet}`);
  return names.some((name) => !applied.includes(name));
}

// A transaction's lock, not a session's: a pooler in front of the database respects only the former.
async function withLock<T>(client: Client, action: () => Promise<T>): Promise<T> {
  await client.query("begin");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("set local lock_timeout = 0");
  // Asked for again and again: a statement that waits has a snapshot, and whoever holds the lock may be
  // creating an index concurrently, which waits for the end of all snapshots.
  while (!(await tryLock(client))) await delay(LOCK_POLL_MS);
  try {
    return await action();
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

const LOCK_POLL_MS = 100;

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('sealslip migrations', 0)) as locked",
  );
  return rows[0]?.locked === true;
}

async function applyPending(url: string, names: string[]): Promise<string[]> {
  // Imported here: it takes more time than the rest of a start that has nothing to apply.
  const { withSchemaEngine } = await import("./schema-engine.ts");
  const schema = await readFile(SCHEMA, "utf8");
  const migrationsList = await readMigrations(names);
  const filters = { externalTables: [], externalEnums: [] };
  try {
    const output = await withSchemaEngine({ url, schema }, (engine) =>
      engine.applyMigrations({ migrationsList, filters }),
    );
    return output.appliedMigrationNames;
  } catch (cause) {
    throw new MigrationError(`a migration could not be applied: ${reasonOf(cause)}`, { cause });
  }
}

async function readMigrations(names: string[]) {
  const path = "migration_lock.toml";
  return {
    baseDir: MIGRATIONS,
    lockfile: { path, content: await readFile(join(MIGRATIONS, path), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(names.map(readMigration)),
  };
}

async function readMigration(name: string) {
  const value = await readFile(join(MIGRATIONS, name, "migration.sql"), "utf8");
  const content = { tag: "ok", value } as const;
  return { path: name, migrationFile: { path: "migration.sql", content } };
}

// After the first lines, the engine adds the positions in its own source.
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [reason = message] = message.split(/\n\s+0: /);
  return reason.trim().replace(/\s+/g, " ");
}
