import { createReadStream } from "node:fs";
import { BASELINE, findOrigin, LAST_SQUASHED, SQUASHED } from "#prisma/baseline.ts";
import { applyMigrations, listMigrations } from "#prisma/migrate.ts";
import { BackupError } from "./backup-error.ts";
import { unpack } from "./envelope.ts";
import type { Progress } from "./progress.ts";
import { type MacKeys, type Manifest, readScript, type Sink, type Summary } from "./script.ts";
import { dropEmptyTables, loadInTransaction, selectFilledTables } from "./store-restore.ts";

/** A file, and the keys that open it. */
export type BackupSource = { path: string; identity: string; macKeys: MacKeys };

export type BackupContents = Manifest & Summary;

/**
 * Reads the file to its end, and loads nothing. Throws BackupError if it is incomplete or not from this
 * service.
 */
export async function checkFile(file: BackupSource, progress: Progress): Promise<BackupContents> {
  return await readFile(file, {
    begin: async ({ migrations }) => requireKnown(migrations, await listMigrations()),
    async load({ name }, rows) {
      let count = 0;
      for await (const piece of rows) count += progress.count(name, piece);
      return count;
    },
  });
}

function requireKnown(migrations: readonly string[], known: readonly string[]): void {
  const unknown = migrations.find((name) => ![...SQUASHED, ...known].includes(name));
  if (unknown !== undefined) {
    throw new BackupError(
      `the backup is of a newer version, which has ${unknown}: restore it with that one`,
    );
  }
  if (findOrigin(migrations) === "incomplete") {
    throw new BackupError(
      `the backup is older than ${BASELINE}: restore it with the version whose newest migration is ${LAST_SQUASHED}, as docs/restore.md says`,
    );
  }
}

/** Throws BackupError if the database has any rows. */
export async function requireEmpty(ownerUrl: string): Promise<void> {
  const [name] = await selectFilledTables(ownerUrl);
  if (name === undefined) return;
  throw new BackupError(
    `the database is not empty (${name} has rows): restore into a new one, with another DATABASE_URL or DATA_DIR`,
  );
}

/**
 * Creates the tables of the backup's time, loads all rows in one transaction, and brings the schema up to
 * date: later migrations change these rows as they did the originals. The database is quarantined from the
 * first row on.
 */
export async function loadFile(
  file: BackupSource,
  { migrations }: Pick<BackupContents, "migrations">,
  { ownerUrl, progress }: { ownerUrl: string; progress: Progress },
): Promise<void> {
  await dropEmptyTables(ownerUrl);
  // The backup may have the names of the migrations that the baseline was made of in its place.
  await applyMigrations(ownerUrl, { only: [BASELINE, ...migrations] });
  await loadInTransaction(ownerUrl, async ({ load, setSequences, insertRestore }) => {
    const { createdAt, sequences } = await readFile(file, {
      begin: async () => undefined,
      load: (table, rows) => load(table, counted(table.name, rows, progress)),
    });
    await setSequences(sequences);
    await insertRestore(new Date(createdAt));
  });
  await applyMigrations(ownerUrl);
}

async function* counted(table: string, rows: AsyncIterable<Buffer>, progress: Progress) {
  for await (const piece of rows) {
    progress.count(table, piece);
    yield piece;
  }
}

async function readFile(
  { path, identity, macKeys }: BackupSource,
  sink: Sink,
): Promise<BackupContents> {
  return await unpack(createReadStream(path), identity, (plain) =>
    readScript(plain, macKeys, sink),
  );
}
