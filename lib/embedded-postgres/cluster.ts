import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { createCluster } from "./create-cluster.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { type Account, canEnter } from "./run-as.ts";
import { SYSTEM_FOLDER } from "./system-folder.ts";

/** A database cluster on disk. */
export interface Cluster {
  /** PostgreSQL's own folder, without links in its path. */
  pgData: string;
  /** Of the superuser `postgres`. */
  password: string;
}

/** Where the cluster of a data folder is found; a link where PostgreSQL's account cannot get to. */
export function clusterPath(dataDir: string): string {
  return join(dataDir, "postgresql");
}

/** The cluster of the data folder, made when there is none. */
export async function openCluster(options: {
  dataDir: string;
  account: Account | undefined;
  binaries: Binaries;
}): Promise<Cluster> {
  const path = clusterPath(options.dataDir);
  if ((await lstat(path).catch(() => undefined)) === undefined) {
    await createCluster({ ...options, path, folder: await chooseFolder(options, path) });
  }
  return readCluster(path);
}

async function chooseFolder(
  { dataDir, account }: { dataDir: string; account: Account | undefined },
  path: string,
): Promise<string> {
  if (account === undefined || (await letEnter(account, dataDir))) return path;
  return join(SYSTEM_FOLDER, `cluster-${randomBytes(6).toString("hex")}`);
}

// The data folder is the right place also for root, since it may be the only volume that is kept.
// Where nothing but its own mode 0700 is in the way, the account's group may pass through it.
async function letEnter(account: Account, dataDir: string): Promise<boolean> {
  if (canEnter(account, dataDir)) return true;

  const { uid, gid, mode } = await stat(dataDir);
  if (uid !== 0 || (mode & 0o077) !== 0) return false;
  await chown(dataDir, uid, account.gid);
  await chmod(dataDir, 0o710);
  if (canEnter(account, dataDir)) return true;

  await chown(dataDir, uid, gid);
  await chmod(dataDir, mode & 0o7777);
  return false;
}

async function readCluster(path: string): Promise<Cluster> {
  try {
    const folder = await realpath(path);
    const password = await readFile(join(folder, "password"), "utf8");
    return { pgData: await realpath(join(folder, "data")), password: password.trim() };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `the database of this data folder cannot be read (${cause instanceof Error ? cause.message : String(cause)}): bring it back, or move ${path} away to begin with an empty one`,
      { cause },
    );
  }
}
