import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isAlive } from "./process-state.ts";
import { type Account, runAs } from "./run-as.ts";

const run = promisify(execFile);

/**
 * Makes a cluster with a random password in `folder` and, where that is not `path`, a link to it.
 * `path` appears as the last step: a start that is killed before leaves nothing half done there.
 */
export async function createCluster(options: {
  path: string;
  folder: string;
  account: Account | undefined;
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

async function makeFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}

async function initialize(
  folder: string,
  { account, binaries }: { account: Account | undefined; binaries: Binaries },
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
    throw new EmbeddedPostgresError(`PostgreSQL could not make a database: ${reasonOf(cause)}`, {
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
