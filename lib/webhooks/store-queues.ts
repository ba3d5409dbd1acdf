import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import { QUEUE_EXAMINED, type Queue } from "./contract-console.ts";

const wants = `(cardinality(w.types) = 0 OR e.type = ANY (w.types))`;

const isAhead = `
  EXISTS (SELECT FROM event e
          WHERE e.id = $3 AND e.organization_id = w.organization_id AND e.environment = w.environment
            AND e.position > w.position AND ${wants})
  AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.event_id = $3)`;

/**
 * What each endpoint was not sent yet; with an event, of those that were not sent it. By hand, because a queue is a range
 * of the log, which is another room's.
 */
export async function selectQueues(
  { organizationId, environment }: Tenant,
  eventId: string | undefined,
): Promise<Queue[]> {
  const { rows } = await pool().query<Queue>(
    `SELECT w.id AS "endpointId", w.paused_until AS "pausedUntil", q.*
     FROM webhook_endpoint w CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE ${wants})::int AS "waitingEvents", count(*) = ${QUEUE_EXAMINED} AS "hasMore"
       FROM (SELECT e.type FROM event e
             WHERE e.organization_id = w.organization_id AND e.environment = w.environment AND e.position > w.position
             ORDER BY e.position LIMIT ${QUEUE_EXAMINED}) e) q
     WHERE w.organization_id = $1 AND w.environment = $2::environment ${eventId === undefined ? "" : `AND ${isAhead}`}
     ORDER BY w.id`,
    [organizationId, environment, ...(eventId === undefined ? [] : [eventId])],
  );
  return rows;
}
