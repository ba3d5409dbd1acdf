import type { Tenant } from "#lib/auth/caller.ts";
import { pool } from "./database.ts";
import { escrowHorizon } from "./escrow-horizon.ts";
import { type IdRange, inRange, receiptStatusSince } from "./merchant-payments.ts";

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
  const { rows } = await pool().query<PaymentTotals>(sumQuery(tenant, period));
  return rows;
}

/** For a look at its plan, too. */
export function sumQuery({ organizationId, environment }: Tenant, period: Period) {
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
