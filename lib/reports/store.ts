import type { Tenant } from "#lib/core/caller.ts";
import { type IdRange, lastId } from "#lib/core/ids.ts";
import { escrowHorizon, receiptStatusSince } from "#lib/escrow/horizon.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";
import type { OverviewTotals, SetupStep, Volume } from "./contract.ts";

/**
 * Of the payments in one currency, in the bucket that begins at `at`. The amount is the sum of those
 * approved, in the smallest unit; exact below 2^53.
 */
export type PaymentSums = { at: Date } & Volume[number] &
  Pick<OverviewTotals, "payments" | "approved" | "declined" | "sealed" | "escrowed">;

type PaymentRange = IdRange & { start: Date; bucketSeconds: number };

export async function sumPayments(tenant: Tenant, range: PaymentRange): Promise<PaymentSums[]> {
  const { rows } = await pool().query<PaymentSums>(sumStatement(tenant, range));
  return rows;
}

/**
 * SQL by hand: sums over millions of rows of the table of payments, which is only read. Exported so
 * that tests can EXPLAIN it.
 */
export function sumStatement({ organizationId, environment }: Tenant, range: PaymentRange) {
  const { atOrAfter, before, start, bucketSeconds } = range;
  return {
    name: "sum-payments",
    text: `
      SELECT date_bin(make_interval(secs => $6), p.created_at, $5) AS at, p.currency, count(*) AS payments,
             count(*) FILTER (WHERE p.status = 'succeeded') AS approved,
             count(*) FILTER (WHERE p.status = 'failed') AS declined,
             count(*) FILTER (WHERE p.receipt_status = 'sealed') AS sealed,
             count(*) FILTER (WHERE ${receiptStatusSince("$7")} = 'escrowed') AS escrowed,
             coalesce(sum(p.amount) FILTER (WHERE p.status = 'succeeded'), 0)::float8 AS amount
      FROM payment p
      WHERE ${inRange}
      GROUP BY 1, 2`,
    values: [organizationId, environment, atOrAfter, before, start, bucketSeconds, escrowHorizon()],
  };
}

type Openings = { opened: number; firstAt: Date | null };

/**
 * How many of these payments' receipts were opened, and when the first of them was. SQL by hand: a
 * partial index answers it alone, which needs the kind in the text.
 */
export async function selectOpenings(
  { organizationId, environment }: Tenant,
  { atOrAfter, before }: IdRange,
): Promise<Openings> {
  const { rows } = await pool().query<Openings>({
    name: "select-openings",
    text: `
      SELECT count(*) AS opened, min(at) AS "firstAt" FROM payment_event
      WHERE kind = 'opened' AND organization_id = $1 AND environment = $2
        AND payment_id >= $3 AND payment_id < $4`,
    values: [organizationId, environment, atOrAfter, before],
  });
  return rows[0] ?? { opened: 0, firstAt: null };
}

/** When each step of an integration was first done in the environment; null where it was not. */
export async function selectSetupTimes(tenant: Tenant): Promise<Record<SetupStep, Date | null>> {
  const { organizationId, environment } = tenant;
  const where = { organizationId, environment };
  const select = { createdAt: true };
  const [apiKey, payment, opened, connection] = await Promise.all([
    prisma().apiKey.findFirst({ where, select, orderBy: { createdAt: "asc" } }),
    prisma().payment.findFirst({ where, select, orderBy: { id: "asc" } }),
    selectOpenings(tenant, { atOrAfter: "", before: lastId("payment") }),
    prisma().gatewayConnection.findFirst({ where, select, orderBy: { createdAt: "asc" } }),
  ]);
  return {
    api_key: apiKey?.createdAt ?? null,
    first_payment: payment?.createdAt ?? null,
    first_receipt_opened: opened.firstAt,
    gateway_connected: connection?.createdAt ?? null,
  };
}
