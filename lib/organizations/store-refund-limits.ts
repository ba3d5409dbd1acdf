import type { Act, AuditFields } from "#lib/audit/act.ts";
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
  return rows.map(toLimit);
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

/** False if there is no such organization. */
export async function replaceRefundLimits(
  organizationId: string,
  limits: readonly RefundLimit[],
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    // Two owners at once: one waits here for the other. Prisma has no row locks.
    const found = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM organization WHERE id = ${organizationId} FOR UPDATE`;
    if (found.length === 0) return false;

    const where = { organizationId };
    const before = await tx.refundLimit.findMany({ where, orderBy: { currency: "asc" } });
    await tx.refundLimit.deleteMany({ where });
    await tx.refundLimit.createMany({ data: limits.map((limit) => ({ ...limit, organizationId })) });
    await recordAct(tx, { ...act, before: toFields(before.map(toLimit)), after: toFields(limits) });
    return true;
  });
}

function toLimit({ currency, amount }: { currency: string; amount: bigint }): RefundLimit {
  return { currency, amount: Number(amount) };
}

/** As `{ usd: "50.00" }`: a reader of the trail need not know the digits of each currency. */
function toFields(limits: readonly RefundLimit[]): AuditFields {
  return Object.fromEntries(limits.map((limit) => [limit.currency, formatDecimal(limit)]));
}
