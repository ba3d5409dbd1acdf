import type { Tenant } from "#lib/core/caller.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";

type Period = { from: Date; to: Date; bucketSeconds: number };
type Query = { name: string; text: string; values: unknown[] };

/** How many in the stretch of time that begins at `at`. */
export type Counted = { at: Date; count: number };

export type CountedGrants = { at: Date; used: number; expired: number };

export async function countRegistered(tenant: Tenant, period: Period): Promise<Counted[]> {
  const { rows } = await pool().query<Counted>(registeredStatement(tenant, period));
  return rows;
}

/** Receipts sealed to the issuer's cardholders, by the time of their payment. */
export async function countSealed(tenant: Tenant, period: Period): Promise<Counted[]> {
  const { rows } = await pool().query<Counted>(sealedStatement(tenant, period));
  return rows;
}

export async function countGrants(tenant: Tenant, period: Period): Promise<CountedGrants[]> {
  const { rows } = await pool().query<CountedGrants>(grantsStatement(tenant, period));
  return rows;
}

/** Receipts that were opened with grants of the period, each once. */
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

/** Now, erased ones not included. */
export async function countCardholders({ organizationId, environment }: Tenant): Promise<number> {
  const { rows } = await pool().query<{ count: number }>({
    name: "count-cardholders",
    text: `SELECT count(*) AS count FROM cardholder c WHERE ${ofIssuer}`,
    values: [organizationId, environment, lastId("cardholder")],
  });
  return rows[0]?.count ?? 0;
}

/** For a look at its plan, too. */
export function registeredStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-registered",
    text: `
      SELECT date_bin(make_interval(secs => $6), ${timeOf("c.id")}, $5) AS at, count(*) AS count
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
 * One look at the index of receipts for each cardholder, and no row of a payment: an id tells its own
 * time. For a look at its plan, too.
 */
export function sealedStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-sealed",
    text: `
      SELECT date_bin(make_interval(secs => $6), ${timeOf("p.id")}, $5) AS at, count(*) AS count
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

/** For a look at its plan, too. */
export function grantsStatement(
  { organizationId, environment }: Tenant,
  { from, to, bucketSeconds }: Period,
): Query {
  return {
    name: "count-grants",
    text: `
      SELECT date_bin(make_interval(secs => $5), created_at, $3) AS at,
             count(used_at) AS used,
             count(*) FILTER (WHERE used_at IS NULL AND expires_at <= now()) AS expired
      FROM access_token
      WHERE organization_id = $1 AND environment = $2 AND created_at >= $3 AND created_at < $4
      GROUP BY 1`,
    values: [organizationId, environment, from, to, bucketSeconds],
  };
}

/** Of one of our ids (UUID version 7): its first 48 bits are milliseconds. */
function timeOf(id: string): string {
  return `to_timestamp(('x' || substr(${id}, 5, 12))::bit(48)::bigint / 1000.0)`;
}
