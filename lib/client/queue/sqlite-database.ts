import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** How long a write waits for that of another process. */
const BUSY_MS = 10_000;

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES: readonly unknown[] = [11, 26];

const columns =
  "(key TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID";
const schema = `CREATE TABLE IF NOT EXISTS record ${columns};
  CREATE TABLE IF NOT EXISTS damaged ${columns}`;

/** With a write-ahead log that is synchronized at each commit. Throws for what is damaged. */
export function openDatabase(path: string, { checks = true } = {}): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    if (checks) {
      const found = db.prepare("PRAGMA quick_check(1)").get();
      if (found?.quick_check !== "ok") throw new DamagedDatabase(String(found?.quick_check));
      // Deleted sales are overwritten, since they name cards and customers.
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON");
      db.exec(schema);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

class DamagedDatabase extends Error {}

export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true;
  return error instanceof Error && "errcode" in error && DAMAGE_CODES.includes(error.errcode);
}

/** SQLite has no sums over its pages: each record has one. */
export function sumOf(key: string, text: string): string {
  return createHash("sha256").update(`${key}\n${text}`).digest("base64url");
}

/** The records whose sum is right, up to the first page that cannot be read, and the keys of the others. */
export function readSound(db: DatabaseSync) {
  const entries: [string, string][] = [];
  const damaged: (string | undefined)[] = [];
  try {
    for (const row of db.prepare("SELECT key, value, sum FROM record ORDER BY key").iterate()) {
      const [key, text] = [String(row.key), String(row.value)];
      if (row.sum === sumOf(key, text)) entries.push([key, text]);
      else damaged.push(key);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    damaged.push(undefined);
  }
  return { entries, damaged };
}

/** Sets the damaged records aside. Returns their keys; throws where a page cannot be read. */
export function takeDamaged(db: DatabaseSync): string[] {
  const { damaged } = readSound(db);
  const keys = damaged.filter((key) => key !== undefined);
  if (keys.length < damaged.length) throw new DamagedDatabase("a page cannot be read");
  for (const key of keys) {
    db.prepare("INSERT OR REPLACE INTO damaged SELECT * FROM record WHERE key = ?").run(key);
    db.prepare("DELETE FROM record WHERE key = ?").run(key);
  }
  return keys;
}
