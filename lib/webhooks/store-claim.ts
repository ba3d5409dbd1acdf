import type { Tenant } from "#lib/core/caller.ts";
import type { EventType } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import type { WebhookEndpoint } from "./contract-endpoints.ts";
import type { Health } from "./health.ts";
import { LEASE_SECONDS } from "./lease.ts";
import type { StoredSecrets } from "./secrets.ts";

/** The range of the log that is sent again; null where none is. */
export type Resend = {
  resendAfter: number | null;
  resendUntil: number | null;
  resendSince: Date | null;
};

/** An endpoint as its sender knows it. */
export type LeasedEndpoint = StoredSecrets &
  Tenant &
  Health &
  Resend & {
    url: string;
    types: EventType[];
    position: number;
    warnedAt: Date | null;
    disabledReason: WebhookEndpoint["disabledReason"];
    /** Whether its organization may act in its environment; one that is suspended may in none. */
    isApproved: boolean;
  };

/**
 * Of an endpoint `w`: whether its organization may act in its environment. A value, which is looked up for each endpoint: a
 * join of tables without statistics would read far more.
 */
export const IS_APPROVED = `(SELECT w.environment = ANY (o.approved_environments)
  FROM organization o WHERE o.id = w.organization_id)`;

/** SQL for a LeasedEndpoint. Reads approvals, which are another room's. */
export const leasedColumns = `
  w.id, w.organization_id AS "organizationId", w.environment, w.url, w.types, w.position,
  w.secret, w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil",
  w.disabled_reason AS "disabledReason", w.failures, w.failing_since AS "failingSince",
  w.warned_at AS "warnedAt", w.paused_until AS "pausedUntil", w.resend_after AS "resendAfter",
  w.resend_until AS "resendUntil", w.resend_since AS "resendSince",
  ${IS_APPROVED} AS "isApproved"`;

/** Those of the tenants, and up to `limit` behind `cursor` in the order of their ids. */
export async function selectCandidates(
  tenants: readonly Tenant[],
  { cursor, limit }: { cursor: string; limit: number },
): Promise<{ ofTenants: string[]; swept: string[] }> {
  const { rows } = await pool().query<{ id: string; isSwept: boolean }>(
    candidatesStatement(tenants, { cursor, limit }),
  );
  const idsOf = (isSwept: boolean) =>
    rows.filter((row) => row.isSwept === isSwept).map(({ id }) => id);
  return { ofTenants: idsOf(false), swept: idsOf(true) };
}

/** Exported so that tests can EXPLAIN it. */
export function candidatesStatement(
  tenants: readonly Tenant[],
  { cursor, limit }: { cursor: string; limit: number },
) {
  return {
    name: "webhook-candidates",
    text: `
      SELECT w.id, false AS "isSwept"
      FROM unnest($1::text[], $2::environment[]) AS t (organization_id, environment)
      CROSS JOIN LATERAL (
        SELECT w.id FROM webhook_endpoint w
        WHERE w.organization_id = t.organization_id AND w.environment = t.environment) w
      UNION ALL
      (SELECT w.id, true FROM webhook_endpoint w WHERE w.id > $3 ORDER BY w.id LIMIT $4)`,
    values: [
      tenants.map(({ organizationId }) => organizationId),
      tenants.map(({ environment }) => environment),
      cursor,
      limit,
    ],
  };
}

/** Has something to do, and is no other process's. The order of events makes it the primary key that is read. */
const HAS_WORK = `
  w.disabled_reason IS NULL AND (w.leased_until IS NULL OR w.leased_until <= now())
  AND ${IS_APPROVED}
  AND (EXISTS (SELECT FROM webhook_delivery d
               WHERE d.endpoint_id = w.id AND d.status = 'waiting' AND d.due_at <= now())
       OR ((w.paused_until IS NULL OR w.paused_until <= now())
           AND (w.resend_after IS NOT NULL
                OR (SELECT e.position FROM event e
                    WHERE e.organization_id = w.organization_id
                      AND e.environment = w.environment AND e.position > w.position
                    ORDER BY e.organization_id, e.environment, e.position LIMIT 1) IS NOT NULL)))`;

export type Claimable = Pick<LeasedEndpoint, "id" | "organizationId">;

/** Those of the endpoints that have something to do and that no other process holds, in the order of `ids`. */
export async function selectClaimable(ids: readonly string[]): Promise<Claimable[]> {
  const { rows } = await pool().query<Claimable>(claimableStatement(ids));
  return rows;
}

/** Exported so that tests can EXPLAIN it. */
export function claimableStatement(ids: readonly string[]) {
  return {
    name: "webhook-claimable",
    text: `
      SELECT w.id, w.organization_id AS "organizationId"
      FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
      JOIN webhook_endpoint w ON w.id = asked.id
      WHERE ${HAS_WORK}
      ORDER BY asked.place`,
    values: [ids],
  };
}

/** Leases those of the endpoints that still have something to do and that no other process holds. */
export async function leaseEndpoints(
  ids: readonly string[],
  holder: string,
): Promise<LeasedEndpoint[]> {
  const { rows } = await pool().query<LeasedEndpoint>(leaseStatement(ids, holder));
  return rows;
}

/** Exported so that tests can EXPLAIN it. By hand for SKIP LOCKED. */
export function leaseStatement(ids: readonly string[], holder: string) {
  return {
    name: "webhook-lease",
    text: `
      UPDATE webhook_endpoint w
      SET leased_by = $2, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      WHERE w.id = ANY (ARRAY(
        SELECT w.id FROM webhook_endpoint w
        WHERE w.id = ANY ($1) AND ${HAS_WORK}
        FOR UPDATE SKIP LOCKED))
      RETURNING ${leasedColumns}`,
    values: [ids, holder],
  };
}
