import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import { escrowHorizon, receiptStatusSince } from "#lib/escrow/horizon.ts";
import type { PaymentFilters } from "#lib/payments/contract-console.ts";
import { idAt, summedEnd, timeOf } from "#lib/payments/summed-hours.ts";
import { pool } from "#lib/storage/database.ts";

/**
 * Of the payments in one currency, in the bucket that begins at `at`; receipts that were opened have a row of
 * their own, without one. The amount is the sum of those approved, in the smallest unit; exact below 2^53.
 */
export type PaymentSums = {
  at: Date;
  currency: string;
  payments: number;
  approved: number;
  declined: number;
  sealed: number;
  escrowed: number;
  opened: number;
  amount: number;
};

export type SumRange = IdRange & {
  /** The first full hour at or after the smallest id; buckets begin there, too. */
  start: Date;
  /** Where the range ends. */
  end: Date;
  bucketSeconds: number;
};

/** Of which payments there are sums: of all of them, or of those that have these values. */
export type SummedFilters = Pick<
  PaymentFilters,
  "currency" | "gateway" | "status" | "receiptStatus"
>;

export async function selectSums(
  tenant: Tenant,
  range: SumRange,
  filters: SummedFilters = {},
): Promise<PaymentSums[]> {
  const { rows } = await pool().query<PaymentSums>(sumStatement(tenant, range, filters));
  return rows;
}

/**
 * The sums of whole hours as far as there are any, and the payments and openings before and behind them. By
 * hand: in one snapshot with how far the sums go. Exported so that tests can EXPLAIN it.
 */
export function sumStatement(
  { organizationId, environment }: Tenant,
  { atOrAfter, before, start, end, bucketSeconds }: SumRange,
  { currency, gateway, status, receiptStatus }: SummedFilters = {},
) {
  const values: unknown[] = [
    organizationId,
    environment,
    atOrAfter,
    before,
    start,
    bucketSeconds,
    escrowHorizon(),
    end,
  ];
  const given = Object.entries({ currency, gateway, status, "receipt status": receiptStatus })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, `$${values.push(value)}`] as const);
  const filter = (columns: Record<string, string>) =>
    given.map(([name, placeholder]) => `AND ${columns[name]}::text = ${placeholder}`).join(" ");
  const ofPayments = filter({
    currency: "p.currency",
    gateway: "p.gateway",
    status: "p.status",
    "receipt status": `(${receiptStatusSince("$7")})`,
  });
  const ofSums = filter({
    currency: "s.currency",
    gateway: "s.gateway",
    status: "s.status",
    "receipt status": summedReceiptStatus,
  });
  return {
    // Others than these are many, and rare.
    ...(given.length === 0 ? { name: "sum-payments" } : {}),
    text: `
      SELECT date_bin(make_interval(secs => $6), hour, $5) AS at, currency,
             sum(payments)::float8 AS payments, sum(approved)::float8 AS approved,
             sum(declined)::float8 AS declined, sum(sealed)::float8 AS sealed,
             sum(escrowed)::float8 AS escrowed, sum(opened)::float8 AS opened,
             sum(amount)::float8 AS amount
      FROM (
        SELECT s.hour, s.currency, s.payments, s.approved, s.declined, s.sealed,
               -- In the hour that escrow reaches back to, what is over leaves when its job comes by.
               CASE WHEN s.hour + interval '1 hour' > $7 THEN s.escrowed ELSE 0 END AS escrowed,
               s.opened, s.amount
        FROM payment_sum s
        WHERE (s.organization_id, s.environment, s.hour) >= ($1, $2::environment, $5)
          AND (s.organization_id, s.environment, s.hour) < ($1, $2::environment, (${summedEnd("$5", "$8")}))
          ${ofSums}
        UNION ALL
        ${unsummed("$3", `least($4, ${idAt("$5::timestamptz")})`, ofPayments)}
        UNION ALL
        ${unsummed(`greatest($3, (SELECT ${idAt("ends")} FROM (${summedEnd("$5", "$8")}) AS sums (ends)))`, "$4", ofPayments)}
      ) part
      GROUP BY 1, 2`,
    values,
  };
}

// As of the end of the hour; where it must be exact, the payments are read: see totalBySums.
const summedReceiptStatus = `
  (CASE WHEN s.receipt_status = 'escrowed' AND s.hour + interval '1 hour' <= $7
        THEN 'expired'::receipt_status ELSE s.receipt_status END)`;

// The time of the id, which is another one where it was reserved before the sale.
const listedAt = `
  CASE p.sealing_place WHEN 'service' THEN p.created_at ELSE ${timeOf("p.id")} END`;

/** The same figures of payments with ids in a range, one by one. */
function unsummed(atOrAfter: string, before: string, conditions: string): string {
  return `
        SELECT date_bin('1 hour', ${listedAt}, $5) AS hour, p.currency, count(*) AS payments,
               count(*) FILTER (WHERE p.status = 'succeeded') AS approved,
               count(*) FILTER (WHERE p.status = 'failed') AS declined,
               count(*) FILTER (WHERE p.receipt_status = 'sealed') AS sealed,
               count(*) FILTER (WHERE ${receiptStatusSince("$7")} = 'escrowed') AS escrowed,
               0 AS opened,
               coalesce(sum(p.amount) FILTER (WHERE p.status = 'succeeded'), 0) AS amount
        FROM payment p
        WHERE (p.organization_id, p.environment, p.id) >= ($1, $2::environment, ${atOrAfter})
          AND (p.organization_id, p.environment, p.id) < ($1, $2::environment, ${before})
          ${conditions}
        GROUP BY 1, 2
        UNION ALL
        SELECT $5, '', 0, 0, 0, 0, 0, count(*), 0 FROM payment_event e
        WHERE e.kind = 'opened' AND e.organization_id = $1 AND e.environment = $2
          AND e.payment_id >= ${atOrAfter} AND e.payment_id < ${before}`;
}
