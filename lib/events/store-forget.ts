import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { FORGOTTEN } from "./store-log.ts";

/** By hand: a statement for all kinds of events, which takes part in the transaction of an erasure. */
export async function updateForgotten(
  transaction: Transaction,
  cardholderId: string,
): Promise<void> {
  // The turn to publish: what is published by now is found below, and later the cardholder is not.
  await transaction.query("SELECT FROM event_log_end FOR UPDATE");
  await transaction.query(forget("cardholder_id = $1"), [cardholderId]);
  await transaction.query(forgetQueued, [cardholderId]);
}

/** By hand, as above; reads the erasures, which another room owns. */
export async function updateLateForgotten(): Promise<void> {
  await pool().query(
    forget(`cardholder_id = ANY (ARRAY(
      SELECT e.cardholder_id FROM erasure e WHERE e.completed_at IS NULL))`),
  );
}

const isOfMerchant = "type LIKE 'payment.%'";

/** What is not published yet: a merchant's event is without the key, and its receipt without the cardholder. */
const forgetQueued = `
  WITH registration AS (
    DELETE FROM event_outbox WHERE cardholder_id = $1 AND payment_id IS NULL
  )
  UPDATE event_outbox SET cardholder_id = NULL, key_id = NULL, other_key_ids = '{}'
  WHERE cardholder_id = $1 AND payment_id IS NOT NULL`;

/** The place stays: the event may be the last one that a reader has seen, and asks for those after it. */
const forget = (condition: string) => `
  UPDATE event SET
    cardholder_id = NULL,
    type = CASE WHEN ${isOfMerchant} THEN type ELSE '${FORGOTTEN}' END,
    subject = CASE WHEN ${isOfMerchant} THEN subject ELSE '' END,
    match_data = CASE WHEN ${isOfMerchant} THEN match_data END,
    data = CASE WHEN ${isOfMerchant}
                THEN jsonb_set(data::jsonb, '{veroMetadata,keyId}', 'null')::json ELSE '{}' END
  WHERE ${condition}`;
