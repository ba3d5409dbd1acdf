import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import { escrowHorizon, receiptStatusSince } from "#lib/escrow/horizon.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";
import type { SetupStep } from "./contract.ts";

/** Of the payments of one currency that were made in one stretch of time. */
export type PaymentTotals = {
  /** When the stretch begins. */
  at: Date;
  currency: string;
  payments: number;
  approved: number;
  declined: number;
  sealed: number;
  escrowed: number;
  /** The sum of what was approved, in the smallest unit; exact below 2^53. */
  volume: number;
};

type Period = IdRange & { start: Date; bucketSeconds: number };

export async function sumPayments(tenant: Tenant, period: Period): Promise<PaymentTotals[]> {
  const { rows } = await pool().query<PaymentTotals>(sumStatement(tenant, period));
  return rows;
}

/** For a look at its plan, too. */
export function sumStatement({ organizationId, environment }: Tenant, period: Period) {
  const { atOrAfter, before, start, bucketSeconds } = period;
  return {
    name: "sum-payments",
    text: `
      SELECT date_bin(make_interval(secs => $6), p.created_at, $5) AS at, p.currency, count(*) AS payments,
             count(*) FILTER (WHERE p.status = 'succeeded') AS approved,
             count(*) FILTER (WHERE p.status = 'failed') AS declined,
             count(*) FILTER (WHERE p.receipt_status = 'sealed') AS sealed,
             count(*) FILTER (WHERE ${receiptStatusSince("$7")} = 'escrowed') AS escrowed,
             coalesce(sum(p.amount) FILTER (WHERE p.status = 'succeeded'), 0)::float8 AS volume
      FROM payment p
      WHERE ${inRange}
      GROUP BY 1, 2`,
    values: [organizationId, environment, atOrAfter, before, start, bucketSeconds, escrowHorizon()],
  };
}

/** How many of these payments' receipts were opened. */
export async function countOpened(
  { organizationId, environment }: Tenant,
  { atOrAfter, before }: IdRange,
): Promise<number> {
  const { rows } = await pool().query<{ count: number }>({
    name: "count-opened",
    text: `
      SELECT count(*) AS count FROM payment_event
      WHERE kind = 'opened' AND organization_id = $1 AND environment = $2
        AND payment_id >= $3 AND payment_id < $4`,
    values: [organizationId, environment, atOrAfter, before],
  });
  return rows[0]?.count ?? 0;
}

/** When each step of an integration was first done in the environment; null where it was not. */
export async function selectSetupTimes({
  organizationId,
  environment,
}: Tenant): Promise<Record<SetupStep, Date | null>> {
  const { rows } = await pool().query<Record<SetupStep, Date | null>>({
    name: "find-setup-times",
    text: `
      SELECT
        -- A key that comes into being with its organization is the demo's: nobody made it.
        (SELECT min(k.created_at) FROM api_key k JOIN organization o ON o.id = k.organization_id
         WHERE k.organization_id = $1 AND k.environment = $2 AND k.created_at > o.created_at
        ) AS api_key,
        (SELECT created_at FROM payment
         WHERE organization_id = $1 AND environment = $2 ORDER BY id LIMIT 1) AS first_payment,
        (SELECT min(at) FROM payment_event
         WHERE kind = 'opened' AND organization_id = $1 AND environment = $2
        ) AS first_receipt_opened,
        (SELECT min(created_at) FROM gateway_connection
         WHERE organization_id = $1 AND environment = $2) AS gateway_connected`,
    values: [organizationId, environment],
  });
  const [times] = rows;
  if (!times) throw new Error("a query without a table of its own returns one row");
  return times;
}
