import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { WebhookEndpoint } from "./contract-endpoints.ts";

/** An endpoint as the operator sees it. */
export type OperatedRow = Tenant & {
  id: string;
  url: string;
  disabledReason: WebhookEndpoint["disabledReason"];
  disabledAt: Date | null;
  failingSince: Date | null;
  createdAt: Date;
  /** Of the next events in the log, those of the types that it wants; more than the limit are not read. */
  waitingEvents: number;
  hasMoreEvents: boolean;
  /** Deliveries that are tried again; up to the limit. */
  waitingDeliveries: number;
};

const columns = `
  w.id, w.organization_id AS "organizationId", w.environment, w.url,
  w.disabled_reason AS "disabledReason", w.disabled_at AS "disabledAt",
  w.failing_since AS "failingSince", w.created_at AS "createdAt"`;

type Page = { id: string } | { after: string | undefined; size: number };

/**
 * One endpoint, or a page of all, the oldest first; `limit` bounds what is counted of each. The log of events is another
 * room's. By hand for the limits: an endpoint that is down has a long way to go.
 */
export async function selectOperated(
  page: Page,
  limit: number,
  on: Pick<Transaction, "query"> = pool(),
): Promise<OperatedRow[]> {
  const [condition, value, size] =
    "id" in page ? ["id = $1", page.id, 1] : ["id > $1", page.after ?? "", page.size];
  const { rows } = await on.query<OperatedRow>(
    `SELECT ${columns},
            n.wanted AS "waitingEvents", n.read = $2 AS "hasMoreEvents",
            (SELECT count(*)::int
             FROM (SELECT FROM webhook_delivery d
                   WHERE d.endpoint_id = w.id AND d.status = 'waiting' LIMIT $2) d)
              AS "waitingDeliveries"
     FROM (SELECT * FROM webhook_endpoint WHERE ${condition} ORDER BY id LIMIT $3) w
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS read,
              count(*) FILTER (WHERE w.types = '{}' OR e.type = ANY (w.types))::int AS wanted
       FROM (SELECT e.type FROM event e
             WHERE e.organization_id = w.organization_id AND e.environment = w.environment
               AND e.position > w.position
             ORDER BY e.position LIMIT $2) e) n
     ORDER BY w.id`,
    [value, limit, size],
  );
  return rows;
}

/** By hand: Prisma has no row locks. */
export async function lockEndpoint(
  transaction: Transaction,
  id: string,
): Promise<(Tenant & Pick<OperatedRow, "disabledReason">) | undefined> {
  const { rows } = await transaction.query<Tenant & Pick<OperatedRow, "disabledReason">>(
    `SELECT organization_id AS "organizationId", environment, disabled_reason AS "disabledReason"
     FROM webhook_endpoint WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return rows[0];
}

/** Without its lease, its sender stops. The position stays. */
export async function updateToPaused(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(
    `UPDATE webhook_endpoint
     SET disabled_reason = 'paused', disabled_at = now(), leased_by = NULL, leased_until = NULL
     WHERE id = $1`,
    [id],
  );
}

/** The time of the pause does not count as one of failures. */
export async function updateToResumed(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(
    `UPDATE webhook_endpoint
     SET disabled_reason = NULL, disabled_at = NULL, failures = 0, failing_since = NULL,
         warned_at = NULL, paused_until = NULL
     WHERE id = $1`,
    [id],
  );
}
