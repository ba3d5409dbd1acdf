import { onConnection, type Transaction } from "#lib/storage/transaction.ts";

type Query = { text: string; values: unknown[] };

/**
 * The plan of a query that was carried out, and how many pages of 8 KB it touched; as a prepared
 * statement, since what the service sends is planned without a look at its values.
 */
export async function explainQuery({
  text,
  values,
}: Query): Promise<{ plan: string; buffers: number; ms: number }> {
  const plan = await onConnection(async (connection) => {
    await connection.query(`PREPARE looked_at AS ${text}`);
    const literals = await toLiterals(connection, values);
    const { rows } = await connection.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) EXECUTE looked_at${literals}`,
    );
    await connection.query("DEALLOCATE looked_at");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  const [, hit = "0", read = "0"] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
  const [, ms = "0"] = /Execution Time: ([\d.]+) ms/.exec(plan) ?? [];
  return { plan, buffers: Number(hit) + Number(read), ms: Number(ms) };
}

/** EXECUTE takes no parameters of its own, and no empty list. */
async function toLiterals(connection: Transaction, values: unknown[]): Promise<string> {
  if (values.length === 0) return "";
  // By `typname`: what a name like `character` stands for is cut to one.
  const { rows: types } = await connection.query<{ name: string }>(
    `SELECT t.typname AS name
     FROM pg_prepared_statements s CROSS JOIN LATERAL unnest(s.parameter_types) WITH ORDINALITY AS p (id, place)
     JOIN pg_type t ON t.oid = p.id
     WHERE s.name = 'looked_at' ORDER BY p.place`,
  );
  const literals = types.map(({ name }, index) => `quote_nullable($${index + 1}::${name}::text)`);
  const { rows } = await connection.query<{ list: string }>(
    `SELECT concat_ws(', ', ${literals}) AS list`,
    values,
  );
  return `(${rows[0]?.list ?? ""})`;
}
