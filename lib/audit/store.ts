import { pool } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Act } from "./act.ts";
import { actValues, RECORD_ACT } from "./statement.ts";

/** The transaction of an act, by SQL or through Prisma. */
export type Writer = Pick<Queryable, "query"> | Pick<Prisma.TransactionClient, "$executeRawUnsafe">;

/** By hand: the entry and its place in the queue are one statement, in transactions of both kinds. */
export async function insertAct(act: Act, db: Writer = pool()): Promise<void> {
  await execute(db, "record-act", RECORD_ACT, actValues(act));
}

/** By hand, as above. */
export async function insertName(
  { id, organizationId, name }: { id: string; organizationId: string; name: string },
  db: Writer,
): Promise<void> {
  const text = `INSERT INTO audit_name (id, organization_id, name) VALUES ($1, $2, $3)
                ON CONFLICT DO NOTHING`;
  await execute(db, "keep-name", text, [id, organizationId, name]);
}

/** By email or member id. By hand: it takes part in the transaction of the act. */
export async function deleteNames(
  transaction: Transaction,
  person: string,
): Promise<{ id: string; organizationId: string }[]> {
  const { rows } = await transaction.query<{ id: string; organizationId: string }>(
    `DELETE FROM audit_name WHERE id = $1 OR name = $1
     RETURNING id, organization_id AS "organizationId"`,
    [person],
  );
  return rows;
}

async function execute(
  db: Writer,
  name: string,
  text: string,
  values: (string | null)[],
): Promise<void> {
  if ("query" in db) await db.query({ name, text, values });
  else await db.$executeRawUnsafe(text, ...values);
}
