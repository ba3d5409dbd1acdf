import type { Tenant } from "#lib/core/caller.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";
import type { IssuerFigures } from "./contract.ts";
import type { Period } from "./range.ts";

// SQL by hand throughout: counts by time over millions of rows of other rooms' tables, which are only
// read. Each is a range of an index, and none writes.

type Query = { name: string; text: string; values: unknown[] };

/**
 * Some of the figures of the bucket that begins at `at`. Receipts that were opened have no buckets, since
 * each counts once: they stand in a row of the whole period.
 */
export type BucketCounts = { at: Date } & Partial<IssuerFigures & { opened: number }>;

/** The figures of a period, each where it is not zero. */
export async function selectBucketCounts(tenant: Tenant, period: Period): Promise<BucketCounts[]> {
  const results = await Promise.all(
    [registeredStatement, sealedStatement, grantsStatement, openedStatement].map((statement) =>
      pool().query<BucketCounts>(statement(tenant, period)),
    ),
  );
  return results.flatMap(({ rows }) => rows);
}

/** Now, without those that were erased. */
export async function countCardholders({ organizationId, environment }: Tenant): Promise<number> {
  return await prisma().cardholder.count({ where: { organizationId, environment } });
}

/** Exported so that tests can EXPLAIN it. */
export function registeredStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-registered",
    text: `
      SELECT date_bin(make_interval(secs => $6), ${timeOf("c.id")}, $5) AS at, count(*) AS registered,
             sum(c.delivered_receipts)::int AS "handedOver"
      FROM cardholder c
      WHERE (c.organization_id, c.environment, c.id) >= ($1, $2::environment, $3)
        AND (c.organization_id, c.environment, c.id) < ($1, $2::environment, $4)
      GROUP BY 1`,
    values: [
      organizationId,
      environment,
      firstIdAt("cardholder", from),
      firstIdAt("cardholder", to),
      from,
      bucketSeconds,
    ],
  };
}

/**
 * Receipts of paid sales sealed to the issuer's cardholders, by the time of their payment: one scan of
 * the index of receipts for each cardholder, and no row of a payment, since an id tells its own time and
 * that it is no refund. Receipts of payments that failed belong to nobody, and those that still wait are
 * few. Exported so that tests can EXPLAIN it.
 */
export function sealedStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-sealed",
    text: `
      SELECT date_bin(make_interval(secs => $6), ${timeOf("p.id")}, $5) AS at, count(*) AS sealed
      FROM cardholder c
      CROSS JOIN LATERAL (
        SELECT p.id FROM payment p
        WHERE p.cardholder_id = c.id AND p.id >= $4 AND p.id < $7 OFFSET 0) p
      WHERE ${ofIssuer}
        AND p.id NOT IN (
          SELECT q.payment_id FROM pending_payment q JOIN payment w ON w.id = q.payment_id
          WHERE w.status IN ('pending', 'requires_confirmation'))
      GROUP BY 1`,
    values: [
      organizationId,
      environment,
      lastId("cardholder"),
      firstIdAt("payment", from),
      from,
      bucketSeconds,
      firstIdAt("payment", to),
    ],
  };
}

/** Those under way are in neither figure. Exported so that tests can EXPLAIN it. */
export function grantsStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-grants",
    text: `
      SELECT date_bin(make_interval(secs => $5), created_at, $3) AS at,
             count(used_at) AS "grantsUsed",
             count(*) FILTER (WHERE used_at IS NULL AND expires_at <= now()) AS "grantsExpired"
      FROM access_token
      WHERE organization_id = $1 AND environment = $2 AND created_at >= $3 AND created_at < $4
      GROUP BY 1`,
    values: [organizationId, environment, from, to, bucketSeconds],
  };
}

/** Receipts that were opened with grants of the period. Exported so that tests can EXPLAIN it. */
export function openedStatement(
  { organizationId, environment }: Tenant,
  { from, to }: Period,
): Query {
  return {
    name: "count-opened-receipts",
    text: `
      SELECT $3::timestamptz AS at, count(DISTINCT used_for) AS opened FROM access_token
      WHERE organization_id = $1 AND environment = $2 AND created_at >= $3 AND created_at < $4`,
    values: [organizationId, environment, from, to],
  };
}

/** The time in one of our ids (UUID version 7): its first 48 bits are milliseconds. */
function timeOf(id: string): string {
  return `to_timestamp(('x' || substr(${id}, 5, 12))::bit(48)::bigint / 1000.0)`;
}
