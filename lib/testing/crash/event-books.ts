import type pg from "pg";
import { openMatch } from "#lib/receipts/match-data.ts";
import type { Arrival } from "#lib/testing/webhook-receiver.ts";

/** A transition that the tables of the features show, or an event of the log: what happened to what. */
type Happening = { type: string; thing: string };

/**
 * Every transition that is on record, told by the tables of the features alone. A payment's first change of status is in
 * its row, all others are events of its timeline.
 */
const transitions = `
  SELECT 'payment.' || status AS type, id AS thing FROM payment
  WHERE refund_of IS NULL AND status IN ('succeeded', 'failed', 'canceled')
  UNION ALL
  SELECT 'refund.' || status, id FROM payment WHERE refund_of IS NOT NULL AND status <> 'pending'
  UNION ALL
  SELECT CASE kind WHEN 'disputed' THEN 'dispute.opened' ELSE 'dispute.closed' END, payment_id
  FROM payment_event WHERE kind IN ('disputed', 'dispute_closed')
  UNION ALL
  SELECT 'receipt.delivered', id FROM payment WHERE delivered_at IS NOT NULL
  UNION ALL
  SELECT DISTINCT 'receipt.opened', payment_id FROM payment_event WHERE kind = 'opened'
  UNION ALL
  SELECT 'user.registered', id FROM cardholder`;

/** Refunds that ended twice: the first end is in the timeline of their sale, the row has the second. */
const reversals = `
  SELECT 'refund.succeeded' AS type, r.id AS thing
  FROM payment r WHERE r.refund_of IS NOT NULL AND r.status = 'failed' AND EXISTS (
    SELECT FROM payment_event e
    WHERE e.payment_id = r.refund_of AND e.kind = 'refunded' AND e.refunded_amount > 0)`;

export type EventRow = { id: string; type: string; subject: string; organizationId: string };

/** What is wrong between the tables, the log, and what has arrived, one line each. */
export type Violations = string[];

/** Compares the log with the transitions: one event for each, and none for anything else. */
export async function compareLog(database: pg.Pool): Promise<{
  events: EventRow[];
  transitions: number;
  violations: Violations;
}> {
  const { rows: events } = await database.query<EventRow>(
    `SELECT id, type, subject, organization_id AS "organizationId" FROM event ORDER BY position`,
  );
  const { rows: logged } = await database.query<Happening>(
    `SELECT type, CASE split_part(type, '.', 1) WHEN 'user' THEN data->>'userId'
                  ELSE coalesce(data->>'refundId', data->>'paymentId') END AS thing
     FROM event WHERE type NOT LIKE '%.updated'`,
  );
  const { rows: happened } = await database.query<Happening>(
    `${transitions} UNION ALL ${reversals}`,
  );
  const expected = countEach(happened);
  const found = countEach(logged);
  const violations = [...new Set([...expected.keys(), ...found.keys()])]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${key}: ${expected.get(key) ?? 0} on record, ${found.get(key) ?? 0} events`);
  const updates = await compareUpdates(database);
  return {
    events,
    transitions: happened.length + updates.count,
    violations: [...violations, ...updates.violations],
  };
}

/**
 * The rest of `match` was reported later: once for each payment, and for its receipt if that was delivered by then. One
 * whose result was recorded late, after a kill, had all of it from the first.
 */
async function compareUpdates(
  database: pg.Pool,
): Promise<{ count: number; violations: Violations }> {
  const { rows } = await database.query<Late>(
    `SELECT p.id, paid.match_data AS "matchData",
            (SELECT count(*)::int FROM event e
             WHERE e.subject = p.id AND e.type = 'payment.updated') AS told,
            (SELECT count(*)::int FROM event e
             WHERE e.subject = p.id AND e.type = 'receipt.updated') AS receipts
     FROM payment p
     JOIN event paid ON paid.subject = p.id AND paid.type = 'payment.succeeded'
     WHERE p.provider_reference LIKE 'sbx_late_match_%'`,
  );
  const { rows: others } = await database.query<{ id: string }>(
    `SELECT e.id FROM event e JOIN payment p ON p.id = e.subject
     WHERE e.type LIKE '%.updated' AND p.provider_reference NOT LIKE 'sbx_late_match_%'`,
  );
  const violations = [
    ...rows
      .filter((row) => row.told !== (hasWholeMatch(row) ? 0 : 1) || row.receipts > row.told)
      .map(
        ({ id, told, receipts }) => `${id}: ${told} payment.updated, ${receipts} receipt.updated`,
      ),
    ...others.map(({ id }) => `${id}: an update of what was not updated`),
  ];
  const count = rows.reduce((sum, { told, receipts }) => sum + told + receipts, 0);
  return { count, violations };
}

type Late = { id: string; matchData: Uint8Array | null; told: number; receipts: number };

function hasWholeMatch(row: Late): boolean {
  return typeof openMatch(row)?.acquirerReferenceNumber === "string";
}

function countEach(happenings: readonly Happening[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type, thing } of happenings) {
    const key = `${type} ${thing}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Compares what has arrived at the endpoint of an organization with its part of the log. */
export function compareArrivals(
  events: readonly EventRow[],
  arrivals: readonly Arrival[],
  accepted: ReadonlySet<string>,
): Violations {
  const subjects = new Map(events.map(({ id, subject }) => [id, subject]));
  const bodies = Map.groupBy(arrivals, ({ id }) => id);
  const firsts = [...bodies.keys()];
  const inLog = Map.groupBy(events, ({ subject }) => subject);
  const arrived = Map.groupBy(firsts, (id) => subjects.get(id) ?? "none");
  return [
    ...events.filter(({ id }) => !accepted.has(id)).map(({ id }) => `${id} was not delivered`),
    ...firsts.filter((id) => !subjects.has(id)).map((id) => `${id} is not in the log`),
    ...[...bodies]
      .filter(([, all]) => new Set(all.map(({ body }) => body)).size > 1)
      .map(([id]) => `${id} has two bodies`),
    ...[...inLog]
      .filter(([subject, all]) => all.map(({ id }) => id).join() !== arrived.get(subject)?.join())
      .map(([subject]) => `the events of ${subject} came first in another order`),
  ];
}
