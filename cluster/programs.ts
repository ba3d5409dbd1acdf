import { execFileSync } from "node:child_process";
import { accessSync, constants, globSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The paths of what stands around the service in production. */
export type Programs = Record<ProgramName, string>;

/** Those of a failover, beside the others. */
export type FailoverPrograms = Record<keyof typeof failoverNames, string>;

const failoverNames = { patroni: "patroni", etcd: "etcd" } as const;

const names = {
  postgres: "postgres",
  initdb: "initdb",
  pgbouncer: "pgbouncer",
  redis: "redis-server",
  haproxy: "haproxy",
} as const;

type ProgramName = keyof typeof names;

// Debian keeps PostgreSQL's programs out of PATH, and daemons out of an ordinary account's.
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin", "/opt/homebrew/sbin"];
const POSTGRES_FOLDERS = "/{usr/lib/postgresql/*,opt/homebrew/opt/postgresql@*}/bin";

/** Throws an error of one line, with the remedy, where one of them is missing. */
export function findPrograms(): Programs {
  const folders = findFolders();
  const found = Object.entries(names).map(([name, file]) => [name, findIn(folders, file)] as const);
  const missing = found.flatMap(([name, path]) =>
    path === undefined ? names[name as ProgramName] : [],
  );
  if (missing.length > 0) {
    throw new Error(
      `${missing.join(", ")} not found: apt-get install postgresql pgbouncer redis-server haproxy (macOS: brew install postgresql pgbouncer redis haproxy)`,
    );
  }
  return Object.fromEntries(found) as Programs;
}

/** Those of a recovery, beside those of a failover. */
export type RecoveryPrograms = FailoverPrograms & Record<"patronictl" | "pgbackrest", string>;

/** Undefined where one of them is missing. */
export function findRecoveryPrograms(): RecoveryPrograms | undefined {
  const folders = findFolders();
  const failover = findFailoverPrograms();
  const patronictl = findIn(folders, "patronictl");
  const pgbackrest = findIn(folders, "pgbackrest");
  return failover && patronictl && pgbackrest ? { ...failover, patronictl, pgbackrest } : undefined;
}

/** Undefined where one of them is missing. */
export function findFailoverPrograms(): FailoverPrograms | undefined {
  const folders = findFolders();
  const patroni = findIn(folders, failoverNames.patroni);
  const etcd = findIn(folders, failoverNames.etcd);
  return patroni && etcd ? { patroni, etcd } : undefined;
}

/** What to say where they are missing. */
export const FAILOVER_PACKAGES = "apt-get install patroni etcd-server";
export const RECOVERY_PACKAGES = `${FAILOVER_PACKAGES} pgbackrest`;

/** The version that a program prints, such as 1.24.1. */
export function readVersion(path: string): string {
  const flag = path.endsWith("haproxy") ? "-v" : "--version";
  const output = execFileSync(path, [flag], { encoding: "utf8" });
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? "unknown";
}

function findFolders(): string[] {
  return [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS, ...newestPostgres()];
}

function findIn(folders: readonly string[], file: string): string | undefined {
  return folders.map((folder) => join(folder, file)).find(isExecutable);
}

function newestPostgres(): string[] {
  const version = (path: string) => Number(/(\d+)\/bin$/.exec(path)?.[1] ?? 0);
  return globSync(POSTGRES_FOLDERS).sort((one, other) => version(other) - version(one));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
