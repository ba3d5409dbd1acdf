import { prisma } from "#lib/storage/database.ts";
import type { Restore } from "#lib/storage/generated/client.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

export async function selectRestores(): Promise<Restore[]> {
  return await prisma().restore.findMany({ orderBy: { restoredAt: "desc" } });
}

/** By hand: Prisma takes no part in the transaction of a verb. */
export async function insertRestore(transaction: Transaction): Promise<void> {
  await transaction.query("INSERT INTO restore (backup_at) VALUES (NULL)");
}

/** By hand, as above. Returns how many there were. */
export async function updateToReleased(transaction: Transaction): Promise<number> {
  const { rowCount } = await transaction.query(
    "UPDATE restore SET released_at = now() WHERE released_at IS NULL",
  );
  return rowCount ?? 0;
}
