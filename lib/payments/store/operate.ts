import { config } from "#lib/config.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { paymentColumns } from "./columns.ts";
import { dueAt, type UnfinishedPayment } from "./pending.ts";

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

/** Whom a payment or refund that is not final waits for. */
type WaitsFor = "answer" | "customer_or_provider" | "late_charge";

type PendingGroup = {
  waitsFor: WaitsFor;
  /** `up_to_` as long: `1m`, `10m`, `1h`; `over_1h`. */
  age: string;
  payments: number;
  /** Seconds */
  oldest: number;
};

/** More are not looked at: this is scraped every few seconds. */
const MAX_GROUPED = 10_000;

/** By hand: Prisma cannot group by expressions. The oldest first, since ids sort by time. */
export async function groupPending(): Promise<PendingGroup[]> {
  const { rows } = await pool().query<PendingGroup>(
    `SELECT waits_for AS "waitsFor",
            CASE WHEN age <= 60 THEN 'up_to_1m' WHEN age <= 600 THEN 'up_to_10m'
                 WHEN age <= 3600 THEN 'up_to_1h' ELSE 'over_1h' END AS age,
            count(*) AS payments, max(age) AS oldest
     FROM (
       SELECT extract(epoch FROM now() - p.created_at)::float8 AS age,
              CASE WHEN p.status = 'canceled' THEN 'late_charge'
                   WHEN p.status = 'requires_confirmation' THEN 'customer_or_provider'
                   WHEN p.refund_of IS NOT NULL AND p.provider_reference IS NOT NULL
                   THEN 'customer_or_provider'
                   ELSE 'answer' END AS waits_for
       FROM (SELECT payment_id FROM pending_payment ORDER BY payment_id LIMIT $1) q
       JOIN payment p ON p.id = q.payment_id
     ) pending
     GROUP BY 1, 2`,
    [MAX_GROUPED],
  );
  return rows;
}

export async function countPendingRows(): Promise<number> {
  return await prisma().pendingPayment.count();
}
