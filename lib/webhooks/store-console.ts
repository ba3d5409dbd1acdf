import type { Tenant } from "#lib/core/caller.ts";
import { type EventType, eventTypes, issuerEventTypes } from "#lib/core/vocabulary.ts";
import type { LoggedEvent } from "#lib/events/logged-event.ts";
import { pool } from "#lib/storage/database.ts";
import { EVENTS_EXAMINED } from "./contract-console.ts";
import type { Delivery } from "./contract-deliveries.ts";
import { type DeliveryRow, deliveryColumns, toDelivery } from "./store-deliveries.ts";

type Place = { at: Date; id: string };

type EventFilter = {
  type?: EventType | undefined;
  paymentId?: string | undefined;
  userId?: string | undefined;
  /** Included */
  from?: Date | undefined;
  /** Excluded */
  to?: Date | undefined;
  /** The last event of the page before. */
  before?: Place | undefined;
};

type FoundEvents = {
  events: LoggedEvent[];
  /** The oldest examined event, if older ones may match. */
  examinedTo?: Place | undefined;
};

/**
 * The latest first. Examines at most `EVENTS_EXAMINED`, since all of a month would take seconds. By hand, because a
 * page is a range of an index. The log is another room's.
 */
export async function selectNewestEvents(
  tenant: Tenant,
  filter: EventFilter,
  limit: number,
): Promise<FoundEvents> {
  const { examined, values } = writeExamined(tenant, filter);
  const { rows } = await pool().query<LoggedEvent>(
    `SELECT ${eventColumns} FROM (SELECT * ${examined} LIMIT ${EVENTS_EXAMINED}) e
     WHERE e.type = ANY ($${values.length + 1})
     ORDER BY e.created_at DESC, e.id DESC LIMIT $${values.length + 2}`,
    // An erasure leaves rows without a type.
    [...values, filter.type === undefined ? eventTypes : [filter.type], limit],
  );
  if (rows.length === limit) return { events: rows };

  const { rows: ends } = await pool().query<Place>(
    `SELECT e.created_at AS at, e.id ${examined} OFFSET ${EVENTS_EXAMINED - 1} LIMIT 1`,
    values,
  );
  return { events: rows, examinedTo: ends[0] };
}

const eventColumns = `
  e.organization_id AS "organizationId", e.environment, e.position, e.id, e.type, e.created_at AS "createdAt", e.subject,
  e.data, e.match_data AS "matchData"`;

/** Only the conditions that are set, so that each has a plan of its own. */
function writeExamined(
  { organizationId, environment }: Tenant,
  { paymentId, userId, from, to, before }: EventFilter,
): { examined: string; values: unknown[] } {
  const values: unknown[] = [organizationId, environment];
  const put = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["e.organization_id = $1", "e.environment = $2::environment"];
  if (paymentId !== undefined) conditions.push(`e.subject = ${put(paymentId)}`);
  if (userId !== undefined) {
    const user = put(userId);
    conditions.push(`(e.cardholder_id = ${user} OR e.subject = ${user})`);
    // A merchant's events have the cardholder too, for erasures, and must not be found by it.
    conditions.push(`e.type = ANY(${put(issuerEventTypes)})`);
  }
  if (from !== undefined) conditions.push(`e.created_at >= ${put(from)}`);
  if (to !== undefined) conditions.push(`e.created_at < ${put(to)}`);
  if (before) conditions.push(`(e.created_at, e.id) < (${put(before.at)}, ${put(before.id)})`);
  const examined = `FROM event e WHERE ${conditions.join(" AND ")} ORDER BY e.created_at DESC, e.id DESC`;
  return { examined, values };
}

/** Of each endpoint the delivery that began last, or the one of an event. By hand: the last row of each of a few. */
export async function selectLatestDeliveries(
  { organizationId, environment }: Tenant,
  eventId: string | undefined,
): Promise<Delivery[]> {
  const { rows } = await pool().query<DeliveryRow>(
    `SELECT latest.*
     FROM webhook_endpoint e CROSS JOIN LATERAL (
       SELECT ${deliveryColumns} FROM webhook_delivery d
       WHERE d.endpoint_id = e.id ${eventId === undefined ? "" : "AND d.event_id = $3"}
       ORDER BY d.id DESC LIMIT 1) latest
     WHERE e.organization_id = $1 AND e.environment = $2::environment ORDER BY e.id`,
    [organizationId, environment, ...(eventId === undefined ? [] : [eventId])],
  );
  return rows.map(toDelivery);
}
