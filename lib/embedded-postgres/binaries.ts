import { chmod, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { copyPrograms } from "./copy-programs.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { type Account, canRun } from "./run-as.ts";
import { SYSTEM_FOLDER } from "./system-folder.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The programs of the npm package, or a copy of them where the account cannot reach the package,
 * for example below root's home.
 */
export async function getBinaries(account: Account | undefined): Promise<Binaries> {
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

// Some package managers drop the mode. Only then is it set: the package may be on a read-only disk.
async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  if ((mode & 0o111) === 0) await chmod(program, 0o755);
}

async function readVersion(manifestPath: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(manifestPath, "utf8"));
  const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return hasVersion ? String(manifest.version) : "unknown";
}

function isUsable(account: Account, folder: string): boolean {
  const { initdb, postgres } = binariesIn(folder);
  const catalog = join(folder, "share", "postgresql", "postgres.bki");
  return canRun(account, initdb, catalog) && canRun(account, postgres, catalog);
}

function binariesIn(folder: string): Binaries {
  return { initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres") };
}
