import type { Tenant } from "#lib/core/caller.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";
import type { IssuerFigures } from "./contract.ts";
import type { Period } from "./range.ts";

// SQL by hand throughout: counts by time over millions of rows of other rooms' tables, which are only
// read. Each is a range of an index, and none writes.

type Query = { name: string; text: string; values: unknown[] };

/** Figures of the bucket that begins at `at`; a bucket without any has no row. */
type Counted<Figure extends keyof IssuerFigures> = { at: Date } & Pick<IssuerFigures, Figure>;

export async function countRegistered(
  tenant: Tenant,
  period: Period,
): Promise<Counted<"registered">[]> {
  const { rows } = await pool().query<Counted<"registered">>(registeredStatement(tenant, period));
  return rows;
}

/** Receipts sealed to the issuer's cardholders, by the time of their payment. */
export async function countSealed(tenant: Tenant, period: Period): Promise<Counted<"sealed">[]> {
  const { rows } = await pool().query<Counted<"sealed">>(sealedStatement(tenant, period));
  return rows;
}

/** Those under way are in neither figure. */
export async function countGrants(
  tenant: Tenant,
  period: Period,
): Promise<Counted<"grantsUsed" | "grantsExpired">[]> {
  const { rows } = await pool().query<Counted<"grantsUsed" | "grantsExpired">>(
    grantsStatement(tenant, period),
  );
  return rows;
}

/** Receipts that were opened with grants of the period, each counted once. */
export async function countOpenedReceipts(
  { organizationId, environment }: Tenant,
  { from, to }: Period,
): Promise<number> {
  const { rows } = await pool().query<{ count: number }>({
    name: "count-opened-receipts",
    text: `
      SELECT count(DISTINCT used_for) AS count FROM access_token
      WHERE organization_id = $1 AND environment = $2 AND created_at >= $3 AND created_at < $4`,
    values: [organizationId, environment, from, to],
  });
  return rows[0]?.count ?? 0;
}

/** Now, without those that were erased. */
export async function countCardholders({ organizationId, environment }: Tenant): Promise<number> {
  const { rows } = await pool().query<{ count: number }>({
    name: "count-cardholders",
    text: `SELECT count(*) AS count FROM cardholder c WHERE ${ofIssuer}`,
    values: [organizationId, environment, lastId("cardholder")],
  });
  return rows[0]?.count ?? 0;
}

/** Exported so that tests can EXPLAIN it. */
export function registeredStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-registered",
    text: `
      SELECT date_bin(make_interval(secs => $6), ${timeOf("c.id")}, $5) AS at, count(*) AS registered
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
 * One scan of the index of receipts for each cardholder, and no row of a payment: an id tells its own
 * time. Exported so that tests can EXPLAIN it.
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

/** Exported so that tests can EXPLAIN it. */
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

/** The time in one of our ids (UUID version 7): its first 48 bits are milliseconds. */
function timeOf(id: string): string {
  return `to_timestamp(('x' || substr(${id}, 5, 12))::bit(48)::bigint / 1000.0)`;
}
