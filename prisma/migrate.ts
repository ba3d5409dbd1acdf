import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { ALIVE_SECONDS, findUnmetNeed, neededBy } from "#lib/storage/schema-needs.ts";
import { BASELINE, findOrigin, LAST_SQUASHED } from "./baseline.ts";
import { MigrationError } from "./migration-error.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");

export type Migrated = {
  applied: string[];
  /** What takes something away that living processes of an older version use: for the next time. */
  heldBack: string[];
};

type Options = {
  /** Only these, instead of all: for what a backup was made of. */
  only?: readonly string[];
  /** Where they are. */
  folder?: string;
};

/**
 * Brings the database to the schema of this version. Of several instances that start at once, one applies the
 * migrations and the others wait. A database ahead of this version, as in a rolling deployment, is left as it
 * is. Throws MigrationError where this version can no longer serve it.
 */
export async function applyMigrations(
  url: string,
  { only, folder = MIGRATIONS }: Options = {},
): Promise<Migrated> {
  const known = await listMigrations(folder);
  const names = only ? known.filter((name) => only.includes(name)) : known;
  const client = new Client({ connectionString: url, application_name: "sealslip migrations" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    if ((await listPending(client, names)).length === 0) return { applied: [], heldBack: [] };
    return await withLock(client, "exclusive", async () => {
      if (await lacksRecord(client, names)) await recordBaseline(url, folder);
      const pending = await listPending(client, names);
      const heldBack = await listHeldBack(client, pending);
      const isDue = (name: string) => !heldBack.includes(name);
      if (!pending.some(isDue)) return { applied: [], heldBack };
      return { applied: await applyPending(url, folder, names.filter(isDue)), heldBack };
    });
  } finally {
    await client.end();
  }
}

/** Runs the work while no process can migrate the database. */
export async function holdMigrations<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: "sealslip migrations" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await withLock(client, "shared", work);
  } finally {
    await client.end();
  }
}

/** The names of all migrations of this version, the oldest first. */
export async function listMigrations(folder = MIGRATIONS): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

async function listPending(client: Client, names: string[]): Promise<string[]> {
  const applied = await listApplied(client);
  const unmet = findUnmetNeed(applied, names);
  if (unmet) throw new MigrationError(`the database is for newer versions only, since ${unmet}`);
  return names.filter((name) => !applied.includes(name));
}

async function listApplied(client: Client): Promise<string[]> {
  if (!(await hasTable(client, "_prisma_migrations"))) return [];
  const { rows } = await client.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  return rows.map((row) => row.name);
}

/** Whether the tables of the baseline are there, and only its name is not. Throws where some of them are missing. */
async function lacksRecord(client: Client, names: string[]): Promise<boolean> {
  if (!names.includes(BASELINE)) return false;
  const origin = findOrigin(await listApplied(client));
  if (origin !== "incomplete") return origin === "squashed";
  throw new MigrationError(
    `the database is older than ${BASELINE}: start the version whose newest migration is ${LAST_SQUASHED} first, as docs/upgrade.md says`,
  );
}

type OwnTable = "_prisma_migrations" | "service_process";

/**
 * Asks the catalog itself: to_regclass() may answer from a cache older than the lock. And without parameters: the
 * portal of a query that has some keeps its snapshot as long as the transaction, which a concurrent index waits for.
 */
async function hasTable(client: Client, name: OwnTable): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relname = '${name}' and relnamespace = current_schema()::regnamespace`,
  );
  return rowCount !== 0;
}

/** The migrations that take away what the code of a living process uses. */
async function listHeldBack(client: Client, pending: string[]): Promise<string[]> {
  if (!pending.some(neededBy) || !(await hasTable(client, "service_process"))) return [];
  const { rows } = await client.query<{ oldest: string | null }>(
    `select min(migration) as oldest from service_process
     where seen_at > now() - interval '${ALIVE_SECONDS} seconds'`,
  );
  const oldest = rows[0]?.oldest ?? undefined;
  return pending.filter((name) => {
    const needed = neededBy(name);
    return needed !== undefined && oldest !== undefined && oldest < needed;
  });
}

// A transaction's lock, not a session's: a pooler in front of the database respects only the former.
async function withLock<T>(client: Client, kind: LockKind, action: () => Promise<T>): Promise<T> {
  await client.query("begin");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("set local lock_timeout = 0");
  // Asked for again and again: a statement that waits has a snapshot, and the holder of the lock may be
  // creating an index concurrently, which waits for the end of all snapshots.
  while (!(await tryLock(client, kind))) await delay(LOCK_POLL_MS);
  try {
    return await action();
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

const LOCK_POLL_MS = 100;

/** Those that share it keep out only the one who wants it alone. */
type LockKind = "exclusive" | "shared";

const tryFunctions: Record<LockKind, string> = {
  exclusive: "pg_try_advisory_xact_lock",
  shared: "pg_try_advisory_xact_lock_shared",
};

async function tryLock(client: Client, kind: LockKind): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select ${tryFunctions[kind]}(hashtextextended('sealslip migrations', 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

// Imported there and then: it takes more time than the rest of a start that has nothing to apply.
const importEngine = () => import("./run-migrations.ts");

async function applyPending(url: string, folder: string, names: string[]): Promise<string[]> {
  const { runMigrations } = await importEngine();
  return await runMigrations(url, folder, names);
}

async function recordBaseline(url: string, folder: string): Promise<void> {
  const { recordAsApplied } = await importEngine();
  await recordAsApplied(url, folder, BASELINE);
}
