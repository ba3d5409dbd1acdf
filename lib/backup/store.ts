import type { Readable } from "node:stream";
import { Client, escapeIdentifier } from "pg";
import { to } from "pg-copy-streams";
import { connectionSettings } from "#lib/storage/connect-database.ts";
import type { BackupTable } from "./script.ts";
import { inOrderOfReferences } from "./table-order.ts";

// By hand, on separate connections: Prisma knows neither COPY nor the catalog, and takes no part in a
// transaction that is longer than a request.

/** Only migrations write to them until the first payments are summed. */
export const MADE_BY_MIGRATIONS = ["_prisma_migrations", "payment_sum_progress"];

/** Left out of a backup: rows of migrations and living processes, and sums, which a job rebuilds. */
const NOT_KEPT = [...MADE_BY_MIGRATIONS, "service_process", "payment_sum"];

export type Snapshot = AsyncDisposable & {
  migrations: string[];
  /** In the order of their references */
  tables: BackupTable[];
  /** The rows in COPY's text format */
  copy(table: BackupTable): Readable & { rowCount: number };
  selectSequences(): Promise<Record<string, string>>;
};

/** The whole database at one moment, however long the reading takes, and whatever is written meanwhile. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openBackupClient(url, "sealslip backup");
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await prepareTransaction(client);
    const migrations = await selectMigrations(client);
    const tables = inOrderOfReferences(
      (await selectTables(client)).filter(({ name }) => !NOT_KEPT.includes(name)),
      await selectReferences(client),
    );
    return {
      migrations,
      tables,
      copy: (table) => client.query(to(`COPY (${selectAll(table)}) TO STDOUT`)),
      selectSequences: () => selectSequences(client),
      [Symbol.asyncDispose]: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

export async function openBackupClient(url: string, name: string): Promise<Client> {
  const client = new Client({ ...connectionSettings(url), application_name: name });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** No time limit, and texts that every server parses alike, whatever its settings. */
const SETTINGS = {
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  lock_timeout: "0",
  datestyle: "ISO",
  bytea_output: "hex",
};

/** For the transaction alone: behind a pooler, another client uses the connection next. */
export async function prepareTransaction(client: Client): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS)) {
    await client.query(`SET LOCAL ${name} = '${value}'`);
  }
}

async function selectMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** All tables with their writable columns; a partitioned table counts as one. */
export async function selectTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT c.relispartition AND a.attgenerated = ''
     GROUP BY c.oid ORDER BY 1`,
  );
  return rows;
}

async function selectReferences(client: Client): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `SELECT a.relname::text AS "from", b.relname::text AS "to"
     FROM pg_constraint JOIN pg_class a ON a.oid = conrelid JOIN pg_class b ON b.oid = confrelid
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  return rows;
}

function selectAll({ name, columns }: BackupTable): string {
  return `SELECT ${columns.map((column) => escapeIdentifier(column)).join(", ")} FROM ${escapeIdentifier(name)}`;
}

/** Sequences are outside the snapshot: read last, none is behind the rows. */
async function selectSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
