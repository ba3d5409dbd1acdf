import type { Tenant } from "#lib/core/caller.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import { idAt, summedEnd, timeOf } from "#lib/payments/summed-hours.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";
import type { IssuerFigures } from "./contract.ts";
import type { Period } from "./range.ts";

// SQL by hand throughout: counts by time over millions of rows of other rooms' tables, which are only
// read. Each is a range of an index, and none writes.

type Query = { name: string; text: string; values: unknown[] };

/**
 * Some of the figures of the bucket that begins at `at`. Opened receipts have no buckets, since each counts
 * once: they are in a row for the whole period.
 */
export type BucketCounts = { at: Date } & Partial<IssuerFigures & { opened: number }>;

/** The figures of a period, each if it is not zero. `cardholders` is the issuer's current number of them. */
export async function selectBucketCounts(
  tenant: Tenant,
  period: Period,
  cardholders: number,
): Promise<BucketCounts[]> {
  const source = await chooseSource(period, cardholders);
  const results = await Promise.all(
    [
      registeredStatement(tenant, period),
      sealedStatement(tenant, period, source),
      grantsStatement(tenant, period),
      openedStatement(tenant, period),
    ].map((statement) => pool().query<BucketCounts>(statement)),
  );
  return results.flatMap(({ rows }) => rows);
}

/** Now, without those that were erased. */
export async function countCardholders({ organizationId, environment }: Tenant): Promise<number> {
  return await prisma().cardholder.count({ where: { organizationId, environment } });
}

/** Each bucket is a range of ids. Exported so that tests can EXPLAIN it. */
export function registeredStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  const count = Math.ceil((to.getTime() - from.getTime()) / (bucketSeconds * 1000));
  const starts = Array.from(
    { length: count },
    (_, index) => new Date(from.getTime() + index * bucketSeconds * 1000),
  );
  const bounds = [...starts, to].map((time) => firstIdAt("cardholder", time));
  return {
    name: "count-registered",
    text: `
      SELECT bucket.at, made.registered, made."handedOver"
      FROM unnest($3::timestamptz[], $4::text[], $5::text[]) AS bucket (at, first, behind)
      CROSS JOIN LATERAL (
        SELECT count(*) AS registered, sum(c.delivered_receipts)::int AS "handedOver"
        FROM cardholder c
        WHERE (c.organization_id, c.environment, c.id) >= ($1, $2::environment, bucket.first)
          AND (c.organization_id, c.environment, c.id) < ($1, $2::environment, bucket.behind)) made
      WHERE made.registered > 0`,
    values: [organizationId, environment, starts, bounds.slice(0, -1), bounds.slice(1)],
  };
}

type Source = "cardholders" | "payments";

/**
 * Which of the two is fewer to read, for hours that are not summed yet: the issuer's cardholders, or the
 * payments of all.
 */
async function chooseSource(period: Period, cardholders: number): Promise<Source> {
  const { rows } = await pool().query<{ source: Source }>(sourceStatement(period, cardholders));
  return rows[0]?.source ?? "cardholders";
}

/** Exported so that tests can EXPLAIN it. */
export function sourceStatement({ from, to }: Period, cardholders: number): Query {
  return {
    name: "choose-source",
    text: `
      SELECT CASE WHEN count(*) < $4 THEN 'payments' ELSE 'cardholders' END AS source
      FROM (
        SELECT FROM payment p WHERE p.id >= (${firstUnsummed("$1", "$2")}) AND p.id < $3
        LIMIT $4) late`,
    values: [from, to, firstIdAt("payment", to), cardholders],
  };
}

/**
 * Receipts of paid sales sealed to the issuer's cardholders, by the time of their payment: for summed hours
 * by their sums, and after that one by one, since an id has its own time and shows that it is not a refund.
 * Receipts of failed payments have no cardholder, and those that still wait are few. Exported so that tests
 * can EXPLAIN it.
 */
export function sealedStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
  source: Source = "cardholders",
): Query {
  return {
    name: `count-sealed-by-${source}`,
    text: `
      SELECT date_bin(make_interval(secs => $6), hour, $5) AS at, sum(held)::float8 AS sealed
      FROM (
        SELECT s.hour, s.held FROM payment_sum s WHERE ${isSummed("$5", "$7")} AND s.held <> 0
        UNION ALL
        SELECT ${timeOf("late.id")}, 1 FROM (${unsummedReceipts[source]}) late
      ) part
      GROUP BY 1`,
    values: [
      organizationId,
      environment,
      lastId("cardholder"),
      firstIdAt("payment", to),
      from,
      bucketSeconds,
      to,
    ],
  };
}

// The first one scans the index of receipts for each cardholder, and reads no row of a payment. The second one
// takes the payments first, whatever the planner guesses: it does not know how few they are.
const unsummedReceipts: Record<Source, string> = {
  cardholders: `
    SELECT p.id FROM cardholder c
    CROSS JOIN LATERAL (
      SELECT p.id FROM payment p
      WHERE p.cardholder_id = c.id AND p.id >= (${firstUnsummed("$5", "$7")}) AND p.id < $4
      OFFSET 0) p
    WHERE ${ofIssuer}
      AND p.id NOT IN (
        SELECT q.payment_id FROM pending_payment q JOIN payment w ON w.id = q.payment_id
        WHERE w.status IN ('pending', 'requires_confirmation'))`,
  payments: `
    SELECT p.id FROM (
      SELECT p.id, p.cardholder_id FROM payment p
      WHERE p.id >= (${firstUnsummed("$5", "$7")}) AND p.id < $4 AND p.cardholder_id IS NOT NULL
        AND p.status NOT IN ('pending', 'requires_confirmation')
      OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT FROM cardholder c WHERE c.id = p.cardholder_id AND ${ofIssuer} OFFSET 0) c`,
};

/** Grants in progress are in neither figure. Exported so that tests can EXPLAIN it. */
export function grantsStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-grants",
    text: `
      SELECT date_bin(make_interval(secs => $5), hour, $3) AS at,
             sum(used)::float8 AS "grantsUsed", sum(expired)::float8 AS "grantsExpired"
      FROM (
        SELECT s.hour, s.grants_used AS used, s.grants_expired AS expired FROM payment_sum s
        WHERE ${isSummed("$3", "$4")} AND s.grants_used + s.grants_expired <> 0
        UNION ALL
        SELECT created_at, (used_at IS NOT NULL)::int,
               (used_at IS NULL AND expires_at <= now())::int
        FROM access_token WHERE ${isUnsummedGrant}
      ) part
      GROUP BY 1`,
    values: [organizationId, environment, from, to, bucketSeconds],
  };
}

/**
 * Receipts that were opened with grants of the period: all of these grants, without those with an earlier one
 * in the period. Unsummed ones are looked up among the cardholder's grants. Exported so that tests can
 * EXPLAIN it.
 */
export function openedStatement(
  { organizationId, environment }: Tenant,
  { from, to }: Period,
): Query {
  return {
    name: "count-opened-receipts",
    text: `
      SELECT $3::timestamptz AS at, summed.count - again.count + late.count AS opened
      FROM (
        SELECT coalesce(sum(s.grants_opened), 0)::float8 AS count FROM payment_sum s
        WHERE ${isSummed("$3", "$4")} AND s.grants_opened <> 0) summed
      CROSS JOIN (
        SELECT count(*) FROM access_token
        WHERE organization_id = $1 AND environment = $2 AND created_at >= $3
          AND created_at < (${summedEnd("$3", "$4")}) AND previous_at >= $3) again
      CROSS JOIN (
        SELECT count(*) FROM (
          SELECT DISTINCT cardholder_id, used_for FROM access_token
          WHERE ${isUnsummedGrant} AND used_for IS NOT NULL) one
        WHERE NOT EXISTS (
          SELECT FROM access_token e
          WHERE e.cardholder_id = one.cardholder_id AND e.used_for = one.used_for
            AND e.created_at >= $3 AND e.created_at < (${summedEnd("$3", "$4")})
          OFFSET 0)) late`,
    values: [organizationId, environment, from, to],
  };
}

/** The issuer's rows of `payment_sum s`, of the summed hours from one time to another. */
function isSummed(from: string, to: string): string {
  return `
    (s.organization_id, s.environment, s.hour) >= ($1, $2::environment, ${from})
    AND (s.organization_id, s.environment, s.hour) < ($1, $2::environment, (${summedEnd(from, to)}))`;
}

/** The smallest id that a payment after them can have. */
function firstUnsummed(from: string, to: string): string {
  return `SELECT ${idAt("ends")} FROM (${summedEnd(from, to)}) AS sums (ends)`;
}

const isUnsummedGrant = `
  organization_id = $1 AND environment = $2 AND created_at < $4
  AND created_at >= (${summedEnd("$3", "$4")})`;
