import type { Environment, ReceiptStatus } from "#lib/core/vocabulary.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

type Unlinked = { id: string; cardIndex: Uint8Array; receiptStatus: ReceiptStatus };

/**
 * Another random card index for each payment: they no longer belong to the card, nor to each other.
 * The time of the last change stays, which decides when a pending payment is due. By hand, because the
 * database draws the indexes and writes the events with the change.
 */
export async function unlinkPayments(
  transaction: Transaction,
  environment: Environment,
  condition: "cardholder_id = $2" | "card_index = $2" | "id = ANY ($2)",
  value: string | Uint8Array | string[],
): Promise<number> {
  const { rows } = await transaction.query<Unlinked>(
    `WITH unlinked AS (
       UPDATE payment
       SET card_index = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
           cardholder_id = NULL, key_id = NULL, encrypted_key = NULL,
           receipt_status = CASE receipt_status
             WHEN 'sealed' THEN 'erased'::receipt_status
             -- Escrow that is over, before the job has come by.
             WHEN 'escrowed' THEN 'expired'::receipt_status
             ELSE receipt_status END
       WHERE environment = $1 AND ${condition}
       RETURNING organization_id, environment, id, card_index, receipt_status
     ), recorded AS (
       INSERT INTO payment_event (organization_id, environment, payment_id, kind)
       SELECT organization_id, environment, id, 'erased' FROM unlinked
       WHERE receipt_status = 'erased'
     )
     SELECT id, card_index AS "cardIndex", receipt_status AS "receiptStatus" FROM unlinked`,
    [environment, value],
  );
  await followWithRecords(transaction, environment, rows);
  return rows.filter(({ receiptStatus }) => receiptStatus === "erased").length;
}

/**
 * Idempotency records lead to the payment: a merchant's retry must still find it, and not the card. A
 * statement of its own, which sees the records that were added while the first one waited for a lock.
 */
async function followWithRecords(
  transaction: Transaction,
  environment: Environment,
  unlinked: Unlinked[],
): Promise<void> {
  await transaction.query(
    `UPDATE idempotency_record r SET card_index = moved.card_index
     FROM unnest($2::text[], $3::bytea[]) AS moved (id, card_index)
     WHERE r.payment_id = moved.id AND r.environment = $1`,
    [environment, unlinked.map(({ id }) => id), unlinked.map(({ cardIndex }) => cardIndex)],
  );
}
