import { pipeline } from "node:stream/promises";
import { type Client, escapeIdentifier } from "pg";
import { from } from "pg-copy-streams";
import type { BackupTable } from "./script.ts";
import { MADE_BY_MIGRATIONS, openBackupClient, prepareTransaction, selectTables } from "./store.ts";

// By hand, as the owner of the tables, as in store.ts.

/** The tables of the database with rows, whatever created them, except rows of migrations. */
export async function selectFilledTables(ownerUrl: string): Promise<string[]> {
  return await onConnectionOf(ownerUrl, async (client) => {
    const names = (await selectTables(client)).map(({ name }) => name);
    const own = names.filter((name) => !MADE_BY_MIGRATIONS.includes(name));
    const filled: string[] = [];
    for (const name of own) {
      const { rowCount } = await client.query(`SELECT FROM ${escapeIdentifier(name)} LIMIT 1`);
      if (rowCount !== 0) filled.push(name);
    }
    return filled;
  });
}

/**
 * Removes the empty tables of the existing schema, which may differ from the restored one, their types and
 * functions.
 */
export async function dropEmptyTables(ownerUrl: string): Promise<void> {
  await onConnectionOf(ownerUrl, async (client) => {
    const { rows } = await client.query<{ statement: string }>(
      `SELECT format('DROP TABLE IF EXISTS %I CASCADE', relname) AS statement FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       UNION ALL
       SELECT format('DROP TYPE %I', typname) FROM pg_type
       WHERE typnamespace = current_schema()::regnamespace AND typtype = 'e'
       UNION ALL
       SELECT format('DROP FUNCTION %s', p.oid::regprocedure) FROM pg_proc p
       WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'
         AND NOT EXISTS (SELECT FROM pg_depend d
                         WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
    );
    await client.query("BEGIN");
    for (const { statement } of rows) await client.query(statement);
    await client.query("COMMIT");
  });
}

export type Loading = {
  /** Returns the number of rows. */
  load(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>;
  setSequences(values: Record<string, string>): Promise<void>;
  /** [Note: quarantine] In the transaction of the rows, so that they never exist without it. */
  insertRestore(backupAt: Date): Promise<void>;
};

/** Loads everything, or nothing. */
export async function loadInTransaction<T>(
  ownerUrl: string,
  work: (loading: Loading) => Promise<T>,
): Promise<T> {
  return await onConnectionOf(ownerUrl, async (client) => {
    await client.query("BEGIN");
    await prepareTransaction(client);
    const result = await work({
      load: (table, rows) => copyFrom(client, table, rows),
      async setSequences(values) {
        for (const [name, last] of Object.entries(values)) {
          await client.query("SELECT setval($1::regclass, $2)", [escapeIdentifier(name), last]);
        }
      },
      async insertRestore(backupAt) {
        await client.query("INSERT INTO restore (backup_at) VALUES ($1)", [backupAt]);
      },
    });
    // The planner would gather these statistics by itself, only later.
    await client.query("ANALYZE");
    await client.query("COMMIT");
    return result;
  });
}

async function copyFrom(
  client: Client,
  { name, columns }: BackupTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const table = escapeIdentifier(name);
  const isLocked = await isWithheld(client, table);
  // Even the owner may not write to some tables normally.
  if (isLocked) await client.query(`GRANT INSERT ON ${table} TO CURRENT_USER`);
  const list = columns.map((column) => escapeIdentifier(column)).join(", ");
  // Rows that a trigger would add are in the file, or are rebuilt.
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const copy = client.query(from(`COPY ${table} (${list}) FROM STDIN`));
  await pipeline(rows, copy);
  await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  if (isLocked) await client.query(`REVOKE INSERT ON ${table} FROM CURRENT_USER`);
  return copy.rowCount;
}

async function isWithheld(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_table_privilege($1::regclass, 'INSERT') AS allowed",
    [table],
  );
  return rows[0]?.allowed === false;
}

/** Closing the connection rolls back uncommitted work. */
async function onConnectionOf<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openBackupClient(url, "sealslip restore");
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
