import { Client } from "pg";
import type { Part } from "./part.ts";

/** PostgreSQL, as the service and a trial reach it. */
export type Database = AsyncDisposable & {
  name: string;
  /** Returns when it takes connections. */
  start(): Promise<void>;
  port: number;
  /** The password of both roles, and of the superuser. */
  password: string;
  /** The database for a role. */
  urlFor(role: Role, name?: string): string;
  /** Creates the roles of docs/operations.md, and a database for them. */
  createDatabase(name: string): Promise<void>;
};

/** One that a standby follows. */
export type Standing = Database & {
  /** What leads to it, and what leads it. */
  around: readonly Part[];
  /** What is not as it should be: empty where one takes writes, the others follow it, and one of them synchronously. */
  findAilments(): Promise<string[]>;
};

export type Role = "postgres" | "sealslip" | "sealslip_owner";

/** Small enough for the disk that a trial fills. */
export const SMALL_LOG = "192MB";

/** No log shows the values of a row. */
export const databaseSettings = {
  max_connections: "300",
  max_wal_size: SMALL_LOG,
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
} as const;

export function databaseUrl(
  { port, password }: { port: number; password: string },
  role: Role,
  name = "sealslip",
): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${name}`;
}

export async function createDatabase(
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
