import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
  MAX_LOGGED_ATTEMPTS,
} from "./contract-deliveries.ts";
import { HEALTHY } from "./store-endpoints.ts";

// The log of events is another room's.
const columns = `
  d.id AS "deliveryId", d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.type,
  (SELECT e.subject FROM event e WHERE e.id = d.event_id) AS subject, d.status,
  d.due_at AS "nextAttemptAt", d.created_at AS "createdAt", d.log`;

export { columns as deliveryColumns };

type LoggedAttempt = Omit<DeliveryAttempt, "at"> & { at: string };
export type DeliveryRow = Omit<Delivery, "attempts"> & { log: LoggedAttempt[] };

type DeliveryFilter = {
  status?: DeliveryStatus | undefined;
  type?: Delivery["type"] | undefined;
  eventIds?: readonly string[] | undefined;
};

type Page = DeliveryFilter & IdRange & { limit: number };

/** How many rows one page reads at most while it looks for those of its filter. */
const MAX_SCANNED = 5_000;

/**
 * The newest first, of those in a range of ids. `last` is the last row that was read, null after the last one of all: a page
 * may be short and go on. By hand: what a page reads must be bounded, as well as what it returns.
 */
export async function selectDeliveries(
  endpointId: string,
  { atOrAfter, before, limit, status, type, eventIds }: Page,
): Promise<{ deliveries: Delivery[]; last: string | null }> {
  const isRare = status === "failed" || status === "waiting";
  const read = `d.endpoint_id = $1 AND d.id < $2 AND d.id >= $7 ${isRare ? "AND d.status <> 'delivered'" : ""}`;
  const { rows } = await pool().query<{ bound: string | null } & (DeliveryRow | { log: null })>(
    `SELECT b.bound, d.*
     FROM (SELECT (SELECT d.id FROM webhook_delivery d
                   WHERE ${read} AND ($3::text IS NOT NULL OR $4::text IS NOT NULL) AND $5::text[] IS NULL
                   ORDER BY d.id DESC OFFSET ${MAX_SCANNED - 1} LIMIT 1) AS bound) b
     LEFT JOIN LATERAL (
       SELECT ${columns} FROM webhook_delivery d
       WHERE ${read} AND d.id >= coalesce(b.bound, '')
         AND ($3::text IS NULL OR d.status = $3::webhook_delivery_status)
         AND ($4::text IS NULL OR d.type = $4) AND ($5::text[] IS NULL OR d.event_id = ANY ($5))
       ORDER BY d.id DESC LIMIT $6) d ON true`,
    [endpointId, before, status ?? null, type ?? null, eventIds ?? null, limit + 1, atOrAfter],
  );
  const found = rows.flatMap((row) => (row.log === null ? [] : toDelivery(row)));
  const deliveries = found.slice(0, limit);
  const isFull = found.length > limit;
  const last = isFull ? deliveries.at(-1)?.deliveryId : rows[0]?.bound;
  return { deliveries, last: last ?? null };
}

/** More than a payment has. */
const MAX_EVENTS = 1_000;

/** The events of a payment, with its refunds, disputes, and receipts. */
export async function selectEventIds(
  { organizationId, environment }: Tenant,
  paymentId: string,
): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id FROM event
     WHERE subject = $1 AND organization_id = $2 AND environment = $3::environment LIMIT ${MAX_EVENTS}`,
    [paymentId, organizationId, environment],
  );
  return rows.map(({ id }) => id);
}

export async function selectDelivery(
  endpointId: string,
  deliveryId: string,
): Promise<Delivery | undefined> {
  const { rows } = await pool().query<DeliveryRow>(
    `SELECT ${columns} FROM webhook_delivery d WHERE d.id = $1 AND d.endpoint_id = $2`,
    [deliveryId, endpointId],
  );
  return rows[0] && toDelivery(rows[0]);
}

/**
 * Keeps an attempt by hand. A success ends the failures of the endpoint; a failure counts for nothing: the delivery
 * stays as it was, and a new one has failed. Undefined if the endpoint was deleted meanwhile. By hand: one statement, so
 * that it loses no attempt that is recorded at the same time; it locks the endpoint first, as the sender does.
 */
export async function upsertByHand(
  delivery: Pick<Delivery, "deliveryId" | "endpointId" | "eventId" | "type" | "createdAt">,
  attempt: DeliveryAttempt,
  isDelivered: boolean,
): Promise<Delivery | undefined> {
  const { deliveryId, endpointId, eventId, type, createdAt } = delivery;
  const { rows } = await pool().query<DeliveryRow>(
    `WITH healed AS (UPDATE webhook_endpoint SET ${HEALTHY} WHERE id = $2 AND $8 RETURNING id)
     INSERT INTO webhook_delivery AS d
       (id, endpoint_id, event_id, type, status, attempts, due_at, created_at, log)
     SELECT $1, e.id, $3, $4, $5::webhook_delivery_status, 0, NULL, $6, $7::jsonb
     FROM (SELECT id FROM healed UNION ALL
           SELECT id FROM webhook_endpoint WHERE id = $2 AND NOT $8) AS e
     ON CONFLICT (endpoint_id, event_id) DO UPDATE
     SET status = CASE WHEN $8 THEN excluded.status ELSE d.status END,
         due_at = CASE WHEN $8 THEN NULL ELSE d.due_at END,
         log = jsonb_path_query_array(d.log || excluded.log, '$[last - ${MAX_LOGGED_ATTEMPTS - 1} to last]')
     RETURNING ${columns}`,
    [
      deliveryId,
      endpointId,
      eventId,
      type,
      isDelivered ? "delivered" : "failed",
      createdAt,
      JSON.stringify([attempt]),
      isDelivered,
    ],
  );
  return rows[0] && toDelivery(rows[0]);
}

/** Sends again what lies between a position and that of the endpoint, from where on its events have their first attempts. */
export async function updateToResend(
  transaction: Transaction,
  endpointId: string,
  { since, after }: { since: Date; after: number },
): Promise<void> {
  await transaction.query(
    `UPDATE webhook_endpoint SET resend_since = $2, resend_after = $3, resend_until = position WHERE id = $1`,
    [endpointId, since, after],
  );
}

export function toDelivery({ log, ...row }: DeliveryRow): Delivery {
  const attempts = log.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) }));
  const { deliveryId, endpointId, eventId, type, subject, status, nextAttemptAt, createdAt } = row;
  return {
    deliveryId,
    endpointId,
    eventId,
    type,
    subject,
    status,
    nextAttemptAt,
    createdAt,
    attempts,
  };
}
