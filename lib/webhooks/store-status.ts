import { pool } from "#lib/storage/database.ts";
import { IS_APPROVED } from "./store-claim.ts";

export type Waiting = {
  /** The age of the oldest event in the outbox; null where it is empty. */
  unpublishedSeconds: number | null;
  /** Of the oldest event that has yet to be sent to an endpoint that is enabled and answers. */
  unsentSeconds: number | null;
  /** The same of those whose last attempt failed. */
  unsentFailingSeconds: number | null;
  /** Organizations with an endpoint that answers and is more than LATE_SECONDS behind. `development` does not count. */
  lateOrganizations: number;
};

export type OrganizationState = "enabled" | "failing" | "disabled_failing";

const LATE_SECONDS = 600;

export type EndpointState = "enabled" | "failing" | `disabled_${string}`;

/** Of what waits for another attempt, no more than this is counted. */
const MAX_COUNTED = 10_000;

export async function selectWaiting(): Promise<Waiting | undefined> {
  return (await pool().query<Waiting>(waitingStatement())).rows[0];
}

/**
 * Exported so that tests can EXPLAIN it. Reads the outbox and the log, which are another room's. By hand: one row of the
 * log for each endpoint, by its position, however long the log is.
 */
export function waitingStatement() {
  return {
    text: `
      SELECT (SELECT greatest(0, extract(epoch FROM now() - o.at))::float8
              FROM event_outbox o WHERE o.sequence > 0 ORDER BY o.sequence LIMIT 1) AS "unpublishedSeconds",
             max(age) FILTER (WHERE NOT is_failing) AS "unsentSeconds",
             max(age) FILTER (WHERE is_failing) AS "unsentFailingSeconds",
             count(DISTINCT organization_id) FILTER (
               WHERE NOT is_failing AND environment <> 'development' AND age > $1)::int
               AS "lateOrganizations"
      FROM (
        SELECT w.organization_id, w.environment, w.failing_since IS NOT NULL AS is_failing,
               greatest(0, extract(epoch FROM now() - e.created_at))::float8 AS age
        FROM webhook_endpoint w
        CROSS JOIN LATERAL (
          SELECT e.created_at FROM event e
          WHERE e.organization_id = w.organization_id AND e.environment = w.environment
            AND e.position > w.position
          ORDER BY e.position LIMIT 1) e
        WHERE w.disabled_reason IS NULL AND ${IS_APPROVED}) unsent`,
    values: [LATE_SECONDS],
  };
}

export async function countEndpoints(): Promise<{ state: EndpointState; endpoints: number }[]> {
  const { rows } = await pool().query<{ state: EndpointState; endpoints: number }>(
    `SELECT CASE WHEN disabled_reason IS NOT NULL THEN 'disabled_' || disabled_reason
                 WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'enabled' END AS state,
            count(*)::int AS endpoints
     FROM webhook_endpoint GROUP BY 1`,
  );
  return rows;
}

/** By their endpoints outside `development`, where anyone who signs up can have some. */
export async function countOrganizations(): Promise<Record<OrganizationState, number>> {
  const { rows } = await pool().query<Record<OrganizationState, number>>(
    `SELECT count(DISTINCT organization_id) FILTER (WHERE disabled_reason IS NULL)::int AS enabled,
            count(DISTINCT organization_id) FILTER (
              WHERE disabled_reason IS NULL AND failing_since IS NOT NULL)::int AS failing,
            count(DISTINCT organization_id) FILTER (WHERE disabled_reason = 'failing')::int
              AS disabled_failing
     FROM webhook_endpoint WHERE environment <> 'development'`,
  );
  return rows[0] ?? { enabled: 0, failing: 0, disabled_failing: 0 };
}

export async function countRetries(): Promise<{ due: number; later: number }> {
  const { rows } = await pool().query<{ due: number; later: number }>(retriesStatement());
  return rows[0] ?? { due: 0, later: 0 };
}

/** Exported so that tests can EXPLAIN it. Those of disabled endpoints wait for nothing. By hand for the limit. */
export function retriesStatement() {
  return {
    text: `
      SELECT count(*) FILTER (WHERE is_due)::int AS due,
             count(*) FILTER (WHERE NOT is_due)::int AS later
      FROM (
        SELECT d.due_at <= now() AS is_due
        FROM webhook_endpoint w
        CROSS JOIN LATERAL (
          SELECT d.due_at FROM webhook_delivery d
          WHERE d.endpoint_id = w.id AND d.status = 'waiting' ORDER BY d.due_at LIMIT $1) d
        WHERE w.disabled_reason IS NULL LIMIT $1) waiting`,
    values: [MAX_COUNTED],
  };
}
