import type {
  AnyEnvironment,
  DeliveryPath,
  EventType,
  PaymentStatus,
  ReceiptStatus,
} from "#lib/core/vocabulary.ts";
import { columnOf } from "#lib/storage/column-of.ts";
import { pool } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

/** What happened, with the state of the payment at that time, if it is about one. */
export type OutboxRow = {
  sequence: number;
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
  "sequence",
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

/**
 * By hand, for the order of the index, whatever PostgreSQL takes the table for. Where numbers are drawn anew, there is no
 * floor: see [Note: numbers that are drawn anew].
 */
export async function hasOutboxRows(): Promise<boolean> {
  const { rows } = await pool().query({
    name: "look-into-outbox",
    text: `
      SELECT FROM event_outbox
      WHERE sequence > coalesce(
        (SELECT CASE WHEN last_value < floor THEN 0 ELSE floor END
         FROM event_log_end, event_outbox_sequence_seq), 0)
      ORDER BY sequence LIMIT 1`,
  });
  return rows.length > 0;
}

type Page = { after: number; limit: number };

/**
 * The oldest rows after a number, such as the floor. By hand: it takes part in the transaction that publishes, whose
 * turn is their lock.
 */
export async function selectOutboxRows(
  transaction: Transaction,
  { after, limit }: Page,
): Promise<OutboxRow[]> {
  const { rows } = await transaction.query<OutboxRow>({
    name: "read-outbox",
    text: `SELECT ${columns} FROM event_outbox WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
    values: [after, limit],
  });
  return rows;
}

/** The same of rejected rows, by their own numbers. */
export async function selectRejectedRows(
  transaction: Transaction,
  { after, limit }: Page,
): Promise<OutboxRow[]> {
  const { rows } = await transaction.query<OutboxRow>(
    `SELECT ${columns} FROM event_outbox WHERE sequence < -$1::bigint ORDER BY sequence DESC LIMIT $2`,
    [after, limit],
  );
  return rows.map((row) => ({ ...row, sequence: -row.sequence }));
}

const columns = outboxNames.map((name) => `${columnOf(name)} AS "${name}"`).join(", ");

/** By hand, as above. */
export async function deleteOutboxRows(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<void> {
  await transaction.query({
    name: "empty-outbox",
    text: "DELETE FROM event_outbox WHERE sequence = ANY ($1)",
    values: [sequences],
  });
}

/** See [Note: rejected rows]. By hand, as above. */
export async function updateToRejected(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<void> {
  await transaction.query(
    "UPDATE event_outbox SET sequence = -sequence WHERE sequence = ANY ($1)",
    [sequences],
  );
}

/** No more than `limit` are counted. By hand for the limit. */
export async function countRejectedRows(limit: number): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count
     FROM (SELECT FROM event_outbox WHERE sequence < 0 ORDER BY sequence DESC LIMIT $1) rejected`,
    [limit],
  );
  return rows[0]?.count ?? 0;
}

export async function deleteRejectedBefore(time: Date): Promise<void> {
  await deleteInSteps("event_outbox", "sequence < 0 AND at < $1 ORDER BY sequence", time);
}
