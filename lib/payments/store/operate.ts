import { config } from "#lib/config.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { paymentColumns } from "./columns.ts";
import { dueAt, type UnfinishedPayment } from "./payment.ts";

export type PendingRow = Omit<UnfinishedPayment, "isDue"> & {
  isClaimed: boolean;
  /** Null for the sandbox of those who connected nothing. */
  provider: string | null;
  /** Whether the connection still has credentials, removed or not */
  hasCredentials: boolean;
};

/**
 * What waits to be finished in all organizations, the oldest first, or the one of that id. By hand for the
 * expression of the time; reads the connections of another room.
 */
export async function selectPending(id: string | null, limit: number): Promise<PendingRow[]> {
  const { rows } = await pool().query<PendingRow>(
    `SELECT ${paymentColumns}, q.gateway_request AS "gatewayRequest", q.checks, ${dueAt} AS "dueAt",
            coalesce(p.claimed_until > now(), false) AS "isClaimed",
            c.provider, c.credentials IS NOT NULL AS "hasCredentials"
     FROM pending_payment q
     JOIN payment p ON p.id = q.payment_id
     LEFT JOIN gateway_connection c ON c.id = p.connection_id
     WHERE $1::text IS NULL OR q.payment_id = $1
     ORDER BY p.created_at LIMIT $3`,
    [id, config().paymentSettleMs / 1000, limit],
  );
  return rows;
}

export async function countPendingRows(): Promise<number> {
  return await prisma().pendingPayment.count();
}
