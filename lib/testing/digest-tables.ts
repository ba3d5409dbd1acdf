import { Client, escapeIdentifier } from "pg";

/** A digest of the rows of each table, by its name; those of the migrations' own are left out. */
export async function digestTables(url: string): Promise<Record<string, string | null>> {
  const names = await runQuery<{ name: string }>(
    url,
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname NOT IN ('_prisma_migrations', 'service_process') ORDER BY 1`,
  );
  const digests = names.map(({ name }) => {
    const table = escapeIdentifier(name);
    return `(SELECT md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM ${table} t) AS ${table}`;
  });
  const [row = {}] = await runQuery<Record<string, string | null>>(url, `SELECT ${digests.join()}`);
  return row;
}

/** On a connection of its own: not the one of the service in this process. */
export async function runQuery<Row = Record<string, unknown>>(
  url: string,
  text: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
