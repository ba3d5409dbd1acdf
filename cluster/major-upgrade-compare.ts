import { escapeIdentifier } from "pg";
import { withClient } from "./database.ts";

type Digest = { table: string; rows: number; digest: string | null };

export type TableComparison = {
  tables: number;
  rows: number;
  /** Tables that are not the same everywhere. */
  differing: string[];
};

/** Compares each row of each table of several servers. */
export async function compareTables(
  servers: readonly { name: string; url: string }[],
): Promise<TableComparison> {
  const [first = [], ...others] = await Promise.all(servers.map(({ url }) => digestRows(url)));
  const differing = others.flatMap((digests, at) => {
    const theirs = new Map(digests.map((one) => [one.table, one]));
    const isApart = ({ table, rows, digest }: Digest) => {
      const other = theirs.get(table);
      return other?.rows !== rows || other.digest !== digest;
    };
    const missing = digests.length === first.length ? [] : ["the list of tables"];
    return [...missing, ...first.filter(isApart).map(({ table }) => table)].map(
      (table) => `${table} on ${servers[at + 1]?.name}`,
    );
  });
  const rows = first.reduce((sum, one) => sum + one.rows, 0);
  return { tables: first.length, rows, differing };
}

/** Of the service's tables and those of its job queue. */
async function digestRows(url: string): Promise<Digest[]> {
  return await withClient(url, async (client) => {
    await client.query("SET timezone = 'UTC'");
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    );
    const digests: Digest[] = [];
    for (const { schema, name } of tables) {
      const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
      // Their order of text may differ.
      const { rows } = await client.query<Omit<Digest, "table">>(
        `SELECT count(*)::int AS rows, md5(string_agg(row, '' ORDER BY row COLLATE "C")) AS digest
         FROM (SELECT md5(t::text) AS row FROM ${table} t) digests`,
      );
      digests.push(...rows.map((row) => ({ table: `${schema}.${name}`, ...row })));
    }
    return digests;
  });
}
