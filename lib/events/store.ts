import type {
  AnyEnvironment,
  DeliveryPath,
  EventType,
  PaymentStatus,
  ReceiptStatus,
} from "#lib/core/vocabulary.ts";
import { columnOf } from "#lib/storage/column-of.ts";
import { pool } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { LoggedEvent } from "./logged-event.ts";

/** What happened, with the state of the payment at that time, if it is about one. */
export type OutboxRow = {
  types: EventType[];
  /** Null: that of the payment. */
  organizationId: string | null;
  environment: AnyEnvironment;
  paymentId: string | null;
  occurrence: string;
  at: Date;
  data: Record<string, unknown> | null;
  status: PaymentStatus | null;
  declineCode: string | null;
  orderId: string | null;
  providerReference: string | null;
  matchData: Uint8Array | null;
  refundedAmount: number | null;
  receiptStatus: ReceiptStatus | null;
  cardholderId: string | null;
  keyId: string | null;
  ephemeralKey: Uint8Array | null;
  otherKeyIds: string[];
  deliveredBy: DeliveryPath | null;
  deliveredAt: Date | null;
};

const outboxNames = [
  "types",
  "organizationId",
  "environment",
  "paymentId",
  "occurrence",
  "at",
  "data",
  "status",
  "declineCode",
  "orderId",
  "providerReference",
  "matchData",
  "refundedAmount",
  "receiptStatus",
  "cardholderId",
  "keyId",
  "ephemeralKey",
  "otherKeyIds",
  "deliveredBy",
  "deliveredAt",
] as const satisfies (keyof OutboxRow)[];

/** An event without its place in the log. */
export type NewEvent = Omit<LoggedEvent, "position"> & {
  /** Whose erasure reaches it. */
  cardholderId: string | null;
};

/** By hand, for the order of the index, whatever PostgreSQL takes the table for. */
export async function hasOutboxRows(): Promise<boolean> {
  const { rows } = await pool().query({
    name: "look-into-outbox",
    text: "SELECT FROM event_outbox ORDER BY sequence LIMIT 1",
  });
  return rows.length > 0;
}

/**
 * The last position of the log, whose lock is the turn to publish; undefined while another transaction has it. By hand:
 * Prisma has no row locks.
 */
export async function lockLogEnd(transaction: Transaction): Promise<number | undefined> {
  const [, , { rows }] = await Promise.all([
    // Whatever the connection's setting is.
    transaction.query("SET LOCAL synchronous_commit = on"),
    transaction.query("INSERT INTO event_log_end DEFAULT VALUES ON CONFLICT DO NOTHING"),
    transaction.query<{ position: number }>(
      "SELECT position FROM event_log_end FOR UPDATE SKIP LOCKED",
    ),
  ]);
  return rows[0]?.position;
}

/** By hand: it takes part in the transaction that publishes. */
export async function deleteOutboxRows(
  transaction: Transaction,
  limit: number,
): Promise<OutboxRow[]> {
  const { rows } = await transaction.query<OutboxRow>({
    name: "take-from-outbox",
    text: `
      WITH taken AS (
        DELETE FROM event_outbox WHERE sequence = ANY (ARRAY(
          SELECT sequence FROM event_outbox ORDER BY sequence LIMIT $1))
        RETURNING *
      )
      SELECT ${outboxNames.map((name) => `${columnOf(name)} AS "${name}"`).join(", ")}
      FROM taken ORDER BY sequence`,
    values: [limit],
  });
  return rows;
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
                         (SELECT max(minute) FROM event_mark)), $11::bigint, $13::timestamptz)
        ON CONFLICT (minute) DO UPDATE SET oldest = excluded.oldest
        WHERE excluded.oldest < event_mark.oldest
      ), moved AS (
        UPDATE event_log_end SET position = $12::bigint
      )
      INSERT INTO event (${eventRows.names})
      SELECT ${eventRows.list}
      ON CONFLICT (id) DO NOTHING`,
    values: [
      ...eventRows.values(rows),
      end,
      end + rows.length,
      new Date(Math.min(...events.map(({ createdAt }) => createdAt.getTime()))),
    ],
  });
}
