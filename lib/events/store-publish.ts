import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { LoggedEvent } from "./logged-event.ts";

/** An event without its place in the log. */
export type NewEvent = Omit<LoggedEvent, "position"> & {
  /** Whose erasure reaches it. */
  cardholderId: string | null;
};

/** See [Note: the floor of the outbox]. */
export type LogEnd = {
  /** Of the last event */
  position: number;
  floor: number;
  nextFloor: number;
  /** No transaction from this id on has drawn a number up to `nextFloor`. */
  nextFloorXid: number;
};

/** The end of the log, whose lock is the turn to publish. */
export type Turn = LogEnd & {
  /** The last number that was drawn for a row of the outbox before this turn got its transaction id. */
  drawn: number;
  /** See [Note: numbers that are drawn anew]. */
  isDrawnAnew: boolean;
  xid: number;
};

/**
 * Undefined while another transaction publishes. Erasures take the same lock for a moment, and a publisher waits in line
 * with them: passing by would starve it where there are many. By hand: Prisma has no locks.
 */
export async function lockLogEnd(transaction: Transaction): Promise<Turn | undefined> {
  const [sequence, , , end] = await Promise.all([
    // First, while the transaction has no id: whoever drew this number has one that is lower.
    transaction.query<Pick<Turn, "drawn">>(
      `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS drawn FROM event_outbox_sequence_seq`,
    ),
    // Whatever the connection's setting is.
    transaction.query("SET LOCAL synchronous_commit = on"),
    transaction.query("INSERT INTO event_log_end DEFAULT VALUES ON CONFLICT DO NOTHING"),
    transaction.query<Omit<Turn, "drawn">>(
      `SELECT position, floor, next_floor AS "nextFloor", next_floor_xid AS "nextFloorXid",
              (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM event_outbox_sequence_seq) < floor
                AS "isDrawnAnew",
              pg_current_xact_id()::text::bigint AS xid
       FROM event_log_end
       WHERE pg_try_advisory_xact_lock(hashtextextended('sealslip event log', 0)) FOR UPDATE`,
    ),
  ]);
  const [numbers] = sequence.rows;
  const [turn] = end.rows;
  return numbers && turn && { ...turn, ...numbers };
}

/** Transactions with a lower id have ended. By hand: about the database itself. */
export async function selectOldestRunning(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ oldest: number }>(
    "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest",
  );
  return rows[0]?.oldest ?? 0;
}

/** By hand: it takes part in the transaction that publishes. */
export async function updateLogEnd(
  transaction: Transaction,
  { position, floor, nextFloor, nextFloorXid }: LogEnd,
): Promise<void> {
  await transaction.query(
    `UPDATE event_log_end SET position = $1, floor = $2, next_floor = $3, next_floor_xid = $4`,
    [position, floor, nextFloor, nextFloorXid],
  );
}

/** By hand: it takes part in the transaction of a verb. */
export async function updatePosition(transaction: Transaction, gap: number): Promise<void> {
  await transaction.query(
    `INSERT INTO event_log_end (position) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET position = event_log_end.position + excluded.position`,
    [gap],
  );
}

const eventRows = parameterRows({
  organizationId: "text",
  environment: "environment",
  position: "bigint",
  id: "text",
  type: "text",
  createdAt: "timestamptz",
  subject: "text",
  cardholderId: "text",
  data: "json",
  matchData: "bytea",
});

/**
 * Appends to the log, which ends at `end`; an event that is in it already stays where it is. By hand: one statement for
 * a batch, and it takes part in the transaction that publishes.
 */
export async function insertEvents(
  transaction: Transaction,
  events: readonly NewEvent[],
  end: number,
): Promise<void> {
  const rows = events.map((event, index) => ({
    ...event,
    data: JSON.stringify(event.data),
    position: end + 1 + index,
  }));
  await transaction.query({
    name: "append-events",
    text: `
      WITH marked AS (
        -- Never before an earlier one, whatever the clock does.
        INSERT INTO event_mark (minute, position, oldest)
        VALUES (greatest(date_bin('1 minute', clock_timestamp(), 'epoch'),
                         (SELECT max(minute) FROM event_mark)), $11::bigint, $12::timestamptz)
        ON CONFLICT (minute) DO UPDATE SET oldest = excluded.oldest
        WHERE excluded.oldest < event_mark.oldest
      )
      INSERT INTO event (${eventRows.names})
      SELECT ${eventRows.list}
      ON CONFLICT (id) DO NOTHING`,
    values: [
      ...eventRows.values(rows),
      end,
      new Date(Math.min(...events.map(({ createdAt }) => createdAt.getTime()))),
    ],
  });
}
