import type { Tenant } from "#lib/core/caller.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

export type StoredSubscription = Tenant & {
  id: Uint8Array;
  cardholderId: string;
  visitId: string | null;
  memberId: string | null;
  target: Uint8Array;
};

/** Locks a row of another room; false if the cardholder does not exist. */
export async function lockCardholder(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  cardholderId: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `SELECT FROM cardholder WHERE id = $1 AND organization_id = $2 AND environment = $3
     FOR NO KEY UPDATE`,
    [cardholderId, organizationId, environment],
  );
  return rowCount === 1;
}

/** Inserts or renews it, on behalf of the current caller. By hand: it belongs to a transaction. */
export async function insertSubscription(
  transaction: Transaction,
  row: StoredSubscription,
): Promise<void> {
  await transaction.query(
    `INSERT INTO push_subscription
       (id, organization_id, environment, cardholder_id, visit_id, member_id, target)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE
     SET visit_id = excluded.visit_id, member_id = excluded.member_id, target = excluded.target`,
    [
      row.id,
      row.organizationId,
      row.environment,
      row.cardholderId,
      row.visitId,
      row.memberId,
      row.target,
    ],
  );
}

/** Keeps the newest. */
export async function deleteSurplus(
  transaction: Transaction,
  cardholderId: string,
  limit: number,
): Promise<void> {
  await transaction.query(
    `DELETE FROM push_subscription WHERE id IN (
       SELECT id FROM push_subscription WHERE cardholder_id = $1
       ORDER BY created_at DESC, id OFFSET $2)`,
    [cardholderId, limit],
  );
}

export async function deleteSubscription(
  { organizationId, environment }: Tenant,
  id: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await prisma().pushSubscription.deleteMany({ where: { id, organizationId, environment } });
}

export type NewReceipt = { cardholderId: string; paymentId: string };

/** Makes messages due to every device of these cardholders; returns how many. SQL for the join. */
export async function updateDue(receipts: readonly NewReceipt[]): Promise<number> {
  const { rowCount } = await pool().query({
    name: "push-due",
    text: `
      UPDATE push_subscription s
      SET payment_id = n.payment_id, due_at = coalesce(s.due_at, now())
      FROM unnest($1::text[], $2::text[]) AS n (cardholder_id, payment_id)
      WHERE s.cardholder_id = n.cardholder_id`,
    values: [
      receipts.map(({ cardholderId }) => cardholderId),
      receipts.map(({ paymentId }) => paymentId),
    ],
  });
  return rowCount ?? 0;
}

export type DueMessage = {
  id: Uint8Array;
  target: Uint8Array;
  paymentId: string;
  attempts: number;
};

/**
 * Claims due messages for a limited time, and skips those that another process holds. The millisecond is what
 * a stored time may be rounded up by. SQL for SKIP LOCKED.
 */
export async function claimDue(limit: number, leaseSeconds: number): Promise<DueMessage[]> {
  const { rows } = await pool().query<DueMessage>(
    `UPDATE push_subscription
     SET due_at = now() + make_interval(secs => $2), attempts = attempts + 1
     WHERE id IN (SELECT id FROM push_subscription WHERE due_at <= now() + interval '1 millisecond'
                  ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, target, payment_id AS "paymentId", attempts`,
    [limit, leaseSeconds],
  );
  return rows;
}

/** Marks a message as sent; a receipt that has arrived meanwhile is due at once. */
export async function updateSent({ id, paymentId }: DueMessage): Promise<void> {
  await pool().query(
    `UPDATE push_subscription
     SET due_at = CASE WHEN payment_id = $2 THEN NULL ELSE now() END,
         payment_id = CASE WHEN payment_id = $2 THEN NULL ELSE payment_id END, attempts = 0
     WHERE id = $1`,
    [id, paymentId],
  );
}

export async function updateRetry({ id }: DueMessage, dueAt: Date): Promise<void> {
  await prisma().pushSubscription.updateMany({
    where: { id: new Uint8Array(id) },
    data: { dueAt },
  });
}

export async function deleteGone({ id }: DueMessage): Promise<void> {
  await prisma().pushSubscription.deleteMany({ where: { id: new Uint8Array(id) } });
}

export async function selectNextDue(): Promise<Date | undefined> {
  const row = await prisma().pushSubscription.findFirst({
    where: { dueAt: { not: null } },
    select: { dueAt: true },
    orderBy: { dueAt: "asc" },
  });
  return row?.dueAt ?? undefined;
}
