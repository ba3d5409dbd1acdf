import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runAs, type SystemAccount } from "#lib/storage/embedded/account.ts";
import {
  type Database,
  databaseSettings,
  databaseUrl,
  isAnswering,
  withClient,
} from "./database.ts";
import { createPart, type Part } from "./part.ts";
import { readVersion } from "./programs.ts";

/** A PostgreSQL of one major version, and the standby that each of its commits waits for. */
export type PostgresPair = AsyncDisposable & {
  name: string;
  /** The major one. */
  version: number;
  /** Of the primary. */
  port: number;
  /** Both of them, by name. */
  members: readonly { name: string; url: string }[];
  password: string;
  urlFor: Database["urlFor"];
  start(): Promise<void>;
  /** Empty where the primary takes writes and the standby follows it synchronously. */
  findAilments(): Promise<string[]>;
};

type PairOptions = {
  folder: string;
  account: SystemAccount | undefined;
  programs: { initdb: string; postgres: string };
  ports: { primary: number; standby: number };
  password: string;
  /** What changes the files of the primary before its first start. */
  prepare?: (data: string) => Promise<void>;
};

const run = promisify(execFile);

export async function createPair(options: PairOptions): Promise<PostgresPair> {
  const { folder, account, programs, ports, password, prepare } = options;
  const version = majorOf(programs.postgres);
  const name = `postgresql-${version}`;
  const data = join(folder, "postgresql", name);
  const copy = `${data}-standby`;
  const passwordFile = join(folder, "postgresql", "password");
  await writeFile(passwordFile, password, { mode: 0o644 });
  const access = ["-A", "scram-sha-256", "-U", "postgres", `--pwfile=${passwordFile}`];
  await run(programs.initdb, ["-D", data, "-E", "UTF8", "--no-locale", ...access], runAs(account));
  await prepare?.(data);
  const primary = createServer(options, name, {
    port: ports.primary,
    data,
    settings: { synchronous_standby_names: "standby" },
  });
  const source = `host=127.0.0.1 port=${ports.primary} user=postgres password=${password}`;
  const standby = createServer(options, `${name}-standby`, {
    port: ports.standby,
    data: copy,
    settings: { primary_conninfo: `${source} application_name=standby` },
  });
  const both: Part[] = [primary, standby];
  // Its first start puts `wal_level` into its files; once it has ended, a copy of them is a base backup.
  await primary.start();
  await primary.end();
  await run("/bin/cp", ["-a", data, copy], runAs(account));
  await writeFile(join(copy, "standby.signal"), "");

  const urlFor: Database["urlFor"] = (role, database) =>
    databaseUrl({ port: ports.primary, password }, role, database);
  return {
    ...{ name, version, port: ports.primary, password, urlFor },
    members: [
      { name, url: urlFor("postgres") },
      { name: standby.name, url: databaseUrl({ port: ports.standby, password }, "postgres") },
    ],
    async start() {
      for (const part of both) await part.start();
    },
    async findAilments() {
      const ended = both.filter((part) => !part.isRunning());
      if (ended.length > 0) return ended.map((part) => `${part.name} has ended`);
      return (await hasSyncStandby(urlFor("postgres", "postgres")))
        ? []
        : [`${standby.name} does not follow`];
    },
    async [Symbol.asyncDispose]() {
      // The standby first: the primary's fast shutdown waits until it has everything.
      await standby[Symbol.asyncDispose]();
      await primary[Symbol.asyncDispose]();
    },
  };
}

function createServer(
  { folder, account, programs, password }: PairOptions,
  name: string,
  { port, data, settings }: { port: number; data: string; settings: Record<string, string> },
): Part {
  const url = databaseUrl({ port, password }, "postgres", "postgres");
  return createPart({
    name,
    folder,
    command: [programs.postgres, "-D", data, ...flagsOf({ port: String(port), ...settings })],
    options: runAs(account),
    // Its fast shutdown.
    endSignal: "SIGINT",
    isReady: () => isAnswering(url),
  });
}

/** The major version of a `postgres`. */
export function majorOf(postgres: string): number {
  return Number.parseInt(readVersion(postgres), 10);
}

function flagsOf(settings: Record<string, string>): string[] {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    wal_level: "logical",
    max_logical_replication_workers: "8",
    max_sync_workers_per_subscription: "6",
    ...databaseSettings,
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function hasSyncStandby(url: string): Promise<boolean> {
  return await withClient(url, async (client) => {
    const { rowCount } = await client.query(
      "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'",
    );
    return rowCount === 1;
  }).catch(() => false);
}
