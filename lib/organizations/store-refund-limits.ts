import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { formatDecimal } from "#lib/core/money.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { RefundLimit } from "./contract-refund-limits.ts";

export async function selectRefundLimits(organizationId: string): Promise<RefundLimit[]> {
  const rows = await prisma().refundLimit.findMany({
    where: { organizationId },
    orderBy: { currency: "asc" },
  });
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
}

/** SQL, because a refund reads it in its own transaction. */
export async function selectRefundLimit(
  { organizationId, currency }: { organizationId: string; currency: string },
  db: Pick<Transaction, "query"> = pool(),
): Promise<number | undefined> {
  const { rows } = await db.query<{ amount: string }>({
    name: "select-refund-limit",
    text: "SELECT amount FROM refund_limit WHERE organization_id = $1 AND currency = $2",
    values: [organizationId, currency],
  });
  return rows[0] && Number(rows[0].amount);
}

type ChangedLimit = { organizationId: string; currency: string; amount: number | null };

/** Null removes it. False if there is no such organization. */
export async function saveRefundLimit(
  { organizationId, currency, amount }: ChangedLimit,
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    // Two owners at once: each sees what the other has set. Prisma has no row locks.
    const found = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM organization WHERE id = ${organizationId} FOR UPDATE`;
    if (found.length === 0) return false;

    const where = { organizationId, currency };
    const before = await tx.refundLimit.findFirst({ where });
    await tx.refundLimit.deleteMany({ where });
    if (amount !== null) await tx.refundLimit.create({ data: { ...where, amount } });
    const fieldsOf = (limit: number | bigint | null) => ({
      currency,
      limit: limit === null ? null : formatDecimal({ amount: limit, currency }),
    });
    const details = { before: fieldsOf(before?.amount ?? null), after: fieldsOf(amount) };
    await recordAct(tx, { ...act, ...details });
    return true;
  });
}
