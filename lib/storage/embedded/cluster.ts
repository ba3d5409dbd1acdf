import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  access,
  chmod,
  chown,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { canEnter, runAs, type SystemAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { isAlive } from "./processes.ts";
import { EmbeddedPostgresError, SYSTEM_FOLDER } from "./settings.ts";

/** A database cluster on disk. */
export interface Cluster {
  /** PostgreSQL's own folder, without links in its path. */
  pgData: string;
  /** Of the superuser `postgres`. */
  password: string;
}

/** The cluster of a data folder; a link where PostgreSQL's account cannot reach that folder. */
export function clusterPath(dataDir: string): string {
  return join(dataDir, "postgresql");
}

/** The cluster of the data folder, created if there is none. */
export async function openCluster(options: {
  dataDir: string;
  account: SystemAccount | undefined;
  binaries: Binaries;
}): Promise<Cluster> {
  const path = clusterPath(options.dataDir);
  if ((await lstat(path).catch(() => undefined)) === undefined) {
    await createCluster({ ...options, path, folder: await chooseFolder(options, path) });
  }
  return readCluster(path);
}

async function chooseFolder(
  { dataDir, account }: { dataDir: string; account: SystemAccount | undefined },
  path: string,
): Promise<string> {
  if (account === undefined || (await letEnter(account, dataDir))) return path;
  return join(SYSTEM_FOLDER, `cluster-${randomBytes(6).toString("hex")}`);
}

// The data folder is the right place for root, too, since it may be the only volume that is kept. If
// only its own mode 0700 is in the way, the account's group is allowed to pass through it.
async function letEnter(account: SystemAccount, dataDir: string): Promise<boolean> {
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

export async function readCluster(path: string): Promise<Cluster> {
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

const run = promisify(execFile);

/**
 * Creates a cluster with a random password in `folder` and, if that is not `path`, a link to it.
 * `path` appears last: a start that is killed before leaves nothing half done there.
 */
async function createCluster(options: {
  path: string;
  folder: string;
  account: SystemAccount | undefined;
  binaries: Binaries;
}): Promise<void> {
  const { path, folder, account } = options;
  const isLinked = folder !== path;
  await removeLeftovers(path);
  const staging = isLinked
    ? folder
    : `${path}.partial-${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    await makeFolder(staging, account);
    await initialize(staging, options);
    if (isLinked) await symlink(folder, path);
    else await rename(staging, path);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another start on this data folder was quicker, and its cluster is complete.
    if (!isOccupied(error)) throw error;
  }
}

async function removeLeftovers(path: string): Promise<void> {
  const prefix = `${basename(path)}.partial-`;
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      continue;
    await rm(join(dirname(path), name), { recursive: true, force: true });
  }
}

async function makeFolder(folder: string, account: SystemAccount | undefined): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}

async function initialize(
  folder: string,
  { account, binaries }: { account: SystemAccount | undefined; binaries: Binaries },
): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  if (account !== undefined) await chown(passwordFile, account.uid, account.gid);

  const options = [
    `--pgdata=${join(folder, "data")}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Sorts the same on every machine, whatever locales it has.
    "--no-locale",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
  try {
    await run(binaries.initdb, options, runAs(account));
  } catch (cause) {
    throw new EmbeddedPostgresError(`PostgreSQL could not create a database: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const line = output.split("\n").find((text) => /error|fatal/i.test(text));
  return line?.trim() ?? (error instanceof Error ? error.message : String(error));
}

function isOccupied(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EEXIST" || code === "ENOTEMPTY";
}

/** Creates the data folder if it is missing, and refuses one that cannot be written. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new EmbeddedPostgresError(
      `the data folder ${dataDir} cannot be written (${reason}): give this account access to it, or set DATA_DIR to another folder`,
      { cause },
    );
  }
}
