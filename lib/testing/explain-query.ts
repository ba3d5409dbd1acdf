import { escapeLiteral } from "pg";
import { onConnection } from "#lib/storage/transaction.ts";

/**
 * The plan of a query that was carried out, and how many pages of 8 KB it touched; as a prepared
 * statement, since what the service sends is planned without a look at its values.
 */
export async function explainQuery({
  text,
  values,
}: {
  text: string;
  values: unknown[];
}): Promise<{ plan: string; buffers: number; ms: number }> {
  const plan = await onConnection(async (connection) => {
    await connection.query(`PREPARE looked_at AS ${text}`);
    const { rows } = await connection.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) EXECUTE looked_at (${values.map(toLiteral)})`,
    );
    await connection.query("DEALLOCATE looked_at");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  const [, hit = "0", read = "0"] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
  const [, ms = "0"] = /Execution Time: ([\d.]+) ms/.exec(plan) ?? [];
  return { plan, buffers: Number(hit) + Number(read), ms: Number(ms) };
}

function toLiteral(value: unknown): string {
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (value instanceof Uint8Array) return escapeLiteral(toHex(value));
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(toElement)}}`);
  return escapeLiteral(String(value));
}

function toElement(value: unknown): string {
  return JSON.stringify(value instanceof Uint8Array ? toHex(value) : value);
}

function toHex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString("hex")}`;
}
