import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { runAs, type SystemAccount } from "#lib/storage/embedded/account.ts";
import { createPart, type Part } from "./part.ts";
import type { Programs } from "./programs.ts";

export type Postgres = Part & {
  port: number;
  /** The password of both roles, and of the superuser. */
  password: string;
  /** The database for a role. */
  urlFor(role: "postgres" | "sealslip" | "sealslip_owner", name?: string): string;
  /** Creates the roles of docs/operations.md, and a database for them. */
  createDatabase(name: string): Promise<void>;
};

const run = promisify(execFile);
const MAX_CONNECTIONS = 300;

/** PostgreSQL as a package brings it, over TCP, with what docs/operations.md says to set. */
export async function createPostgres(options: {
  folder: string;
  programs: Programs;
  account: SystemAccount | undefined;
  port: number;
}): Promise<Postgres> {
  const { folder, programs, account, port } = options;
  const data = join(folder, "postgresql", "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "postgresql", "password");
  await writeFile(passwordFile, password, { mode: 0o644 });
  const trust = ["-A", "scram-sha-256", "-U", "postgres", `--pwfile=${passwordFile}`];
  await run(programs.initdb, ["-D", data, "-E", "UTF8", ...trust], runAs(account));

  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: String(MAX_CONNECTIONS),
    // Small enough for the disk that a trial fills.
    max_wal_size: "192MB",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const urlFor: Postgres["urlFor"] = (role, name = "sealslip") =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${name}`;
  const part = createPart({
    name: "postgresql",
    folder,
    command: [programs.postgres, "-D", data, ...flags],
    options: runAs(account),
    // Its fast shutdown: sessions are ended, and everything is on disk.
    endSignal: "SIGINT",
    isReady: () => isAnswering(urlFor("postgres", "postgres")),
  });
  return {
    ...part,
    port,
    password,
    urlFor,
    createDatabase: (name) => createDatabase(urlFor("postgres", "postgres"), { name, password }),
  };
}

async function createDatabase(
  url: string,
  { name, password }: { name: string; password: string },
): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = 'sealslip'");
    if (rows.length === 0) {
      await client.query(`CREATE ROLE sealslip_owner LOGIN PASSWORD '${password}'`);
      await client.query(`CREATE ROLE sealslip LOGIN PASSWORD '${password}'`);
      await client.query("ALTER ROLE sealslip SET statement_timeout = '30s'");
      await client.query("ALTER ROLE sealslip SET timezone = 'UTC'");
    }
    await client.query(`CREATE DATABASE ${name} OWNER sealslip_owner`);
    await client.query(`GRANT CREATE ON DATABASE ${name} TO sealslip`);
  });
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether it takes a connection and answers. */
export async function isAnswering(url: string): Promise<boolean> {
  return await withClient(url, (client) => client.query("SELECT 1")).then(
    () => true,
    () => false,
  );
}
