import { pool } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import type { DeliveryStatus } from "./contract-deliveries.ts";

/** A delivery that is to be tried again. */
export type DueDelivery = {
  eventId: string;
  type: string;
  /** Of the schedule, so far. */
  attempts: number;
  createdAt: Date;
};

/** Those of an endpoint whose time has come, the earliest first, without those whose attempt is not recorded yet. */
export async function selectDue(
  endpointId: string,
  limit: number,
  busy: readonly string[],
): Promise<DueDelivery[]> {
  const { rows } = await pool().query<DueDelivery>(dueStatement(endpointId, limit, busy));
  return rows;
}

/** Exported so that tests can EXPLAIN it. */
export function dueStatement(endpointId: string, limit: number, busy: readonly string[]) {
  return {
    name: "webhook-due",
    text: `
      SELECT d.event_id AS "eventId", d.type, d.attempts, d.created_at AS "createdAt"
      FROM webhook_delivery d
      WHERE d.endpoint_id = $1 AND d.status = 'waiting' AND d.due_at <= now()
        AND d.event_id <> ALL ($3::text[])
      ORDER BY d.endpoint_id, d.due_at LIMIT $2`,
    values: [endpointId, limit, busy],
  };
}

/** When the next one is due, perhaps in the past. */
export async function selectNextDue(endpointId: string): Promise<Date | undefined> {
  const { rows } = await pool().query<{ dueAt: Date }>({
    name: "webhook-next-due",
    text: `
      SELECT due_at AS "dueAt" FROM webhook_delivery
      WHERE endpoint_id = $1 AND status = 'waiting' ORDER BY endpoint_id, due_at LIMIT 1`,
    values: [endpointId],
  });
  return rows[0]?.dueAt;
}

/** The status of those events that the endpoint was sent before. */
export async function selectStatuses(
  endpointId: string,
  eventIds: readonly string[],
): Promise<Map<string, DeliveryStatus>> {
  const { rows } = await pool().query<{ eventId: string; status: DeliveryStatus }>(
    statusesStatement(endpointId, eventIds),
  );
  return new Map(rows.map(({ eventId, status }) => [eventId, status]));
}

/** Exported so that tests can EXPLAIN it. */
export function statusesStatement(endpointId: string, eventIds: readonly string[]) {
  return {
    name: "webhook-statuses",
    text: `
      SELECT event_id AS "eventId", status FROM webhook_delivery
      WHERE endpoint_id = $1 AND event_id = ANY ($2)`,
    values: [endpointId, eventIds],
  };
}

/** Ids sort by the time of the first attempt. */
export async function deleteDeliveriesBefore(id: string): Promise<void> {
  await deleteInSteps("webhook_delivery", "id < $1 ORDER BY id", id);
}
