import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { holdLock } from "./file-lock.ts";
import { guard } from "./guard-platform.ts";
import { QueueError } from "./queue-error.ts";
import type { Opened, QueueStorage, Value } from "./queue-storage.ts";
import { isDamage, openDatabase, readSound, sumOf, takeDamaged } from "./sqlite-database.ts";

/** How often it is looked for what other processes wrote. */
const WATCH_MS = 500;

/**
 * A queue on the disk of a till, for all its processes: a folder with an SQLite database, and beside it a file
 * `<folder>.seen`, which tells whether the folder was lost. Needs Node 22.16 or newer, and a disk of this machine: file
 * locks of network drives are not reliable.
 */
export function fileStorage(folder: string): QueueStorage {
  const home = resolve(folder);
  const path = join(home, "queue.db");
  const markerPath = `${home}.seen`;
  const state: { opened?: { db: DatabaseSync; inode: bigint } } = {};

  function requireOpen(): { db: DatabaseSync; inode: bigint } {
    if (!state.opened) throw new QueueError("storage_failed", { message: "It is not open." });
    return state.opened;
  }

  /** A deleted file takes writes until the last process has closed it. */
  function requireSameFile(inode: bigint): void {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (file?.ino !== inode) throw new QueueError("storage_gone");
  }

  function open(): Opened["damaged"] {
    const set = (db: DatabaseSync) => {
      state.opened = { db, inode: statSync(path, { bigint: true }).ino };
    };
    try {
      const db = openDatabase(path);
      set(db);
      return takeDamaged(db);
    } catch (error) {
      if (!isDamage(error)) throw error;
      state.opened?.db.close();
      const { entries, db } = replaceDamaged(path);
      set(db);
      const insert = prepareWrite(db);
      for (const [key, text] of entries) insert(key, text);
      return [undefined];
    }
  }

  return {
    async open() {
      return await guard(async () => {
        mkdirSync(home, { recursive: true, mode: 0o700 });
        const found: Opened["damaged"] = [];
        await holdLock(join(home, "open.lock"), async () => void found.push(...open()));
        return { isPersistent: undefined, damaged: found };
      });
    },

    async get(key) {
      return await guard(() => {
        const row = requireOpen().db.prepare("SELECT value FROM record WHERE key = ?").get(key);
        return row && parse(row);
      });
    },

    async list(prefix, limit = -1) {
      const sql = "SELECT key, value FROM record WHERE key >= ? AND key < ? ORDER BY key LIMIT ?";
      return await guard(() => {
        const rows = requireOpen().db.prepare(sql).all(prefix, `${prefix}\u{10ffff}`, limit);
        return rows.map((row): [string, Value] => [String(row.key), parse(row)]);
      });
    },

    async update(keys, change) {
      await guard(() => {
        const { db, inode } = requireOpen();
        requireSameFile(inode);
        db.exec("BEGIN IMMEDIATE");
        try {
          const read = db.prepare("SELECT value FROM record WHERE key = ?");
          const rows = keys.flatMap((key) => {
            const row = read.get(key);
            return row ? [[key, parse(row)] as const] : [];
          });
          const remove = db.prepare("DELETE FROM record WHERE key = ?");
          const write = prepareWrite(db);
          for (const [key, value] of change(new Map(rows))) {
            if (value === undefined) remove.run(key);
            else write(key, JSON.stringify(value));
          }
          db.exec("COMMIT");
        } catch (error) {
          // After a full disk, SQLite has rolled back by itself.
          if (db.isTransaction) db.exec("ROLLBACK");
          throw error;
        }
        requireSameFile(inode);
      });
    },

    lock: (name, use, options) => holdLock(join(home, `${name}.lock`), use, options),

    async readMarker() {
      return existsSync(markerPath) ? readFileSync(markerPath, "utf8") : undefined;
    },

    async writeMarker(text) {
      const temporary = `${markerPath}.${randomUUID()}`;
      writeFileSync(temporary, text, { mode: 0o600 });
      renameSync(temporary, markerPath);
    },

    watch(listener) {
      const version = () => state.opened?.db.prepare("PRAGMA data_version").get()?.data_version;
      const seen = { version: version() };
      const timer = setInterval(() => {
        const now = version();
        if (now === seen.version) return;
        seen.version = now;
        listener();
      }, WATCH_MS);
      timer.unref();
      return () => clearInterval(timer);
    },

    async close() {
      state.opened?.db.close();
      delete state.opened;
    },
  };
}

/** Sets what is damaged aside, for a person, and starts again with what can still be read. */
function replaceDamaged(path: string) {
  const name = `${path}.damaged-${randomUUID()}`;
  const entries = readRemains(path);
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, name + suffix);
  }
  return { entries, db: openDatabase(path) };
}

function readRemains(path: string): [string, string][] {
  try {
    const db = openDatabase(path, { checks: false });
    const { entries } = readSound(db);
    db.close();
    return entries;
  } catch {
    return [];
  }
}

function prepareWrite(db: DatabaseSync): (key: string, text: string) => void {
  const write = db.prepare("INSERT OR REPLACE INTO record (key, value, sum) VALUES (?, ?, ?)");
  return (key, text) => void write.run(key, text, sumOf(key, text));
}

const parse = (row: Record<string, unknown>): Value => JSON.parse(String(row.value));
