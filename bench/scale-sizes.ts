import type pg from "pg";

export type Size = { name: string; bytesPerPayment: number };

/** The bytes of a payment in each table and index that grows with payments. */
export async function readSizes(client: pg.Client, payments: number): Promise<Size[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT c.relname AS name, pg_relation_size(c.oid) + CASE c.relkind WHEN 'r' THEN
              coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0) ELSE 0 END AS bytes
     FROM pg_class c
     LEFT JOIN pg_index x ON x.indexrelid = c.oid
     WHERE coalesce(x.indrelid, c.oid)::regclass::text = ANY ($1) AND c.relkind IN ('r', 'i')
     ORDER BY coalesce(x.indrelid, c.oid)::regclass::text DESC, c.relkind DESC, bytes DESC`,
    [["payment", "idempotency_record", "payment_event", "payment_sum", "pending_payment"]],
  );
  return rows.map(({ name, bytes }) => ({ name, bytesPerPayment: Number(bytes) / payments }));
}
