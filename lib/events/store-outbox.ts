import type {
  AnyEnvironment,
  DeliveryPath,
  EventType,
  PaymentStatus,
  ReceiptStatus,
} from "#lib/core/vocabulary.ts";
import { columnOf } from "#lib/storage/column-of.ts";
import { pool } from "#lib/storage/database.ts";
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

/** By hand, for the order of the index, whatever PostgreSQL takes the table for. */
export async function hasOutboxRows(): Promise<boolean> {
  const { rows } = await pool().query({
    name: "look-into-outbox",
    text: `
      SELECT FROM event_outbox
      WHERE sequence > coalesce((SELECT floor FROM event_log_end), 0) ORDER BY sequence LIMIT 1`,
  });
  return rows.length > 0;
}

/** The oldest rows above the floor. By hand: it takes part in the transaction that publishes. */
export async function deleteOutboxRows(
  transaction: Transaction,
  { floor, limit }: { floor: number; limit: number },
): Promise<OutboxRow[]> {
  const { rows } = await transaction.query<OutboxRow>({
    name: "take-from-outbox",
    text: `
      WITH taken AS (
        DELETE FROM event_outbox WHERE sequence = ANY (ARRAY(
          SELECT sequence FROM event_outbox WHERE sequence > $1 ORDER BY sequence LIMIT $2))
        RETURNING *
      )
      SELECT ${outboxNames.map((name) => `${columnOf(name)} AS "${name}"`).join(", ")}
      FROM taken ORDER BY sequence`,
    values: [floor, limit],
  });
  return rows;
}
