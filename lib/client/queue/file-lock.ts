import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { guard } from "./guard-platform.ts";
import type { LockOptions } from "./queue-storage.ts";

const RETRY_MS = 100;
const SQLITE_BUSY = 5;

/**
 * Runs `use` while no other process has this file locked. SQLite locks it as flock would: the system releases it when
 * its process ends, however that ends. The file stays empty.
 */
export async function holdLock(
  path: string,
  use: () => Promise<void>,
  { signal, ifAvailable = false }: LockOptions = {},
): Promise<boolean> {
  signal?.throwIfAborted();
  const db = await guard(() => new DatabaseSync(path, { timeout: 0 }));
  try {
    while (!(await guard(() => tryLock(db)))) {
      if (ifAvailable) return false;
      await pause(RETRY_MS, undefined, { signal });
    }
    await use();
    return true;
  } finally {
    db.close();
  }
}

function tryLock(db: DatabaseSync): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const isBusy = error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
    if (!isBusy) throw error;
    return false;
  }
}
