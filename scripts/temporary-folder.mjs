import { accessSync, constants, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";

/** A whole run holds 0.4 GB at once, but each of its two PostgreSQLs may keep 2 GB of log. */
const ROOM = 4 * 1024 ** 3;

/**
 * Where tests write: in memory, if Linux offers enough of it and TMPDIR is not set. A database is some seven
 * hundred small files, and creating them on disk takes up to a third of a second.
 */
export function temporaryFolder() {
  return process.env.TMPDIR === undefined && hasRoom() ? MEMORY : tmpdir();
}

// A container has 64 MB there, unless it asks for more; macOS has no such folder.
function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem() / 2) >= ROOM;
  } catch {
    return false;
  }
}
