import type pg from "pg";
import { hashToken } from "#lib/crypto/tokens.ts";
import { compareArrivals, compareLog, type EventRow } from "#lib/testing/crash/event-books.ts";
import type { Sale } from "#lib/testing/crash/shop.ts";
import { until } from "#lib/testing/until.ts";
import type { WebhookReceiver } from "#lib/testing/webhook-receiver.ts";
import { withClient } from "./database.ts";
import type { FailoverLoad } from "./failover-load.ts";
import type { Stage } from "./stage.ts";

/** Of payments that were answered as paid, those that the database has as pending now. */
export async function findPendingAgain(
  { postgres }: Stage,
  sales: readonly Sale[],
): Promise<string[]> {
  // First, since the shop goes on selling.
  const paid = new Set(sales.filter(({ status }) => status === "succeeded").map(idOf));
  return await withClient(postgres.urlFor("sealslip"), async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT p.id FROM pending_payment q JOIN payment p ON p.id = q.payment_id
       WHERE p.status = 'pending' AND p.refund_of IS NULL`,
    );
    return rows.map(({ id }) => id).filter((id) => paid.has(id));
  });
}

function idOf({ paymentId }: Sale): string | undefined {
  return paymentId;
}

/** How many of what was answered for are not in the database. */
export async function countMissing(
  { postgres }: Stage,
  { grants, openings, refunds }: FailoverLoad["acknowledged"],
): Promise<Record<"grants" | "openings" | "refunds", number>> {
  return await withClient(postgres.urlFor("sealslip"), async (client) => {
    const tokens = await client.query<{ hash: string; used: boolean }>(
      `SELECT encode(hash, 'hex') AS hash, used_at IS NOT NULL AS used FROM access_token`,
    );
    const used = new Map(tokens.rows.map((row) => [row.hash, row.used]));
    const payments = await client.query<{ id: string }>(
      "SELECT id FROM payment WHERE refund_of IS NOT NULL",
    );
    const refunded = new Set(payments.rows.map(({ id }) => id));
    const stateOf = (token: string) => used.get(Buffer.from(hashToken(token)).toString("hex"));
    return {
      grants: grants.filter((token) => stateOf(token) === undefined).length,
      openings: openings.filter((token) => stateOf(token) !== true).length,
      refunds: refunds.filter((id) => !refunded.has(id)).length,
    };
  });
}

/** Refunds of one hundredth that took more than that from a payment, at its provider. */
export function countDoubleRefunds({ providers }: Stage, sales: readonly Sale[]): number {
  return sales.filter(
    ({ gateway, paymentId = "" }) => providers[gateway].refundedAmount(paymentId) > 100,
  ).length;
}

/** The ids of all events so far, once none is on its way to the log. */
export async function listEvents(database: pg.Pool): Promise<Set<string>> {
  await until(async () => {
    const { rowCount } = await database.query("SELECT FROM event_outbox LIMIT 1");
    return rowCount === 0;
  });
  const { events } = await compareLog(database);
  return new Set(events.map(({ id }) => id));
}

/** What is wrong between the tables, the log of events, and what the endpoint of webhooks has got. */
export async function compareEvents(
  database: pg.Pool,
  { arrivals }: WebhookReceiver,
  earlier: ReadonlySet<string>,
): Promise<{ delivered: number; violations: string[] }> {
  const { events, violations } = await compareLog(database);
  const expected = events.filter(({ id }: EventRow) => !earlier.has(id));
  const accepted = new Set(arrivals.map(({ id }) => id));
  return {
    delivered: accepted.size,
    violations: [...violations, ...compareArrivals(expected, arrivals, accepted)],
  };
}
