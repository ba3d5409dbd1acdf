import { pool } from "#lib/storage/database.ts";
import { type DeliveryStatus, MAX_LOGGED_ATTEMPTS } from "./contract-deliveries.ts";
import type { Health } from "./health.ts";
import { LEASE_SECONDS } from "./lease.ts";
import { type LeasedEndpoint, leasedColumns, type Resend } from "./store-claim.ts";

/** One attempt, or that there will be none any more. */
export type DeliveryRow = {
  id: string;
  event_id: string;
  type: string;
  status: DeliveryStatus;
  /** Of the schedule; 0 for an attempt by hand. */
  attempts: number;
  due_at: Date | null;
  created_at: Date;
  log: object[];
};

export type Recording = {
  holder: string;
  /** As the database had it when it was last read: what others have changed since is kept. */
  known: LeasedEndpoint;
  health: Health;
  position: number;
  resend: Resend;
  deliveries: readonly DeliveryRow[];
  isReleased: boolean;
};

const UNCHANGED_HEALTH = `
  (w.failures, w.failing_since, w.paused_until) IS NOT DISTINCT FROM ($5::int, $6::timestamptz, $7::timestamptz)`;
const UNCHANGED_RESEND = `
  (w.resend_after, w.resend_until, w.resend_since) IS NOT DISTINCT FROM ($12::bigint, $13::bigint, $14::timestamptz)`;
const IS_DELIVERED = "'delivered' IN (d.status, excluded.status)";

/**
 * Records the deliveries with the state of their endpoint, and renews or returns the lease. Returns the endpoint as it is
 * then; undefined if it is not leased to the holder any more, and nothing is recorded. By hand: one statement.
 */
export async function updateLeased({
  holder,
  known,
  health,
  position,
  resend,
  deliveries,
  isReleased,
}: Recording): Promise<LeasedEndpoint | undefined> {
  const { rows } = await pool().query<LeasedEndpoint>({
    name: "webhook-record",
    text: `
      WITH endpoint AS (
        UPDATE webhook_endpoint w
        SET position = greatest(w.position, $3),
            failures = CASE WHEN ${UNCHANGED_HEALTH} THEN $8 ELSE w.failures END,
            failing_since = CASE WHEN ${UNCHANGED_HEALTH} THEN $9 ELSE w.failing_since END,
            warned_at = CASE WHEN $9::timestamptz IS NULL THEN NULL ELSE w.warned_at END,
            paused_until = CASE WHEN ${UNCHANGED_HEALTH} THEN $10 ELSE w.paused_until END,
            resend_after = CASE WHEN ${UNCHANGED_RESEND} THEN $15 ELSE w.resend_after END,
            resend_until = CASE WHEN ${UNCHANGED_RESEND} THEN $16 ELSE w.resend_until END,
            resend_since = CASE WHEN ${UNCHANGED_RESEND} THEN $17 ELSE w.resend_since END,
            leased_by = CASE WHEN $11 THEN NULL ELSE $2 END,
            leased_until = CASE WHEN $11 THEN NULL ELSE now() + make_interval(secs => ${LEASE_SECONDS}) END
        WHERE w.id = $1 AND w.leased_by = $2
        RETURNING ${leasedColumns}
      ), recorded AS (
        INSERT INTO webhook_delivery AS d
          (id, endpoint_id, event_id, type, status, attempts, due_at, created_at, log)
        SELECT r.id, endpoint.id, r.event_id, r.type, r.status, r.attempts, r.due_at, r.created_at, r.log
        FROM endpoint CROSS JOIN jsonb_to_recordset($4::jsonb) AS r (
          id text, event_id text, type text, status webhook_delivery_status, attempts smallint,
          due_at timestamptz, created_at timestamptz, log jsonb)
        ON CONFLICT (endpoint_id, event_id) DO UPDATE
        SET status = CASE WHEN ${IS_DELIVERED} THEN 'delivered'
                          WHEN excluded.attempts = 0 THEN d.status ELSE excluded.status END,
            attempts = greatest(d.attempts, excluded.attempts),
            due_at = CASE WHEN ${IS_DELIVERED} THEN NULL
                          WHEN excluded.attempts = 0 THEN d.due_at ELSE excluded.due_at END,
            log = jsonb_path_query_array(d.log || excluded.log, '$[last - ${MAX_LOGGED_ATTEMPTS - 1} to last]')
      )
      SELECT * FROM endpoint`,
    values: [
      known.id,
      holder,
      position,
      JSON.stringify(deliveries),
      known.failures,
      known.failingSince,
      known.pausedUntil,
      health.failures,
      health.failingSince,
      health.pausedUntil,
      isReleased,
      known.resendAfter,
      known.resendUntil,
      known.resendSince,
      resend.resendAfter,
      resend.resendUntil,
      resend.resendSince,
    ],
  });
  return rows[0];
}
