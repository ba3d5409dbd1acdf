import type { Actor, Tenant } from "#lib/auth/caller.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ReceiptStatus } from "#lib/contract/payments.ts";
import { pool, type Transaction } from "./database.ts";

/** Deletes the cardholder and its public keys; the card index that it had, undefined where there is none. */
export async function deleteCardholder(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<Uint8Array | undefined> {
  const { rows } = await transaction.query<{ cardIndex: Uint8Array }>(
    `DELETE FROM cardholder WHERE id = $1 AND organization_id = $2 AND environment = $3
     RETURNING card_index AS "cardIndex"`,
    [userId, organizationId, environment],
  );
  return rows[0]?.cardIndex;
}

type Whose = { environment: Environment; userId: string };

/** Makes amounts of what was sealed to the cardholder; returns how many receipts were erased. */
export async function unlinkCardholder(
  transaction: Transaction,
  { environment, userId }: Whose,
): Promise<number> {
  return await unlinkPayments(transaction, environment, "cardholder_id = $2", userId);
}

/**
 * The same of what is the card's and not the cardholder's: receipts that expired in escrow, which do
 * not count, and payments that were stored a moment ago.
 */
export async function unlinkCard(
  transaction: Transaction,
  { environment, cardIndex }: { environment: Environment; cardIndex: Uint8Array },
): Promise<number> {
  return await unlinkPayments(transaction, environment, "card_index = $2", cardIndex);
}

type Unlinked = { id: string; cardIndex: Uint8Array; receiptStatus: ReceiptStatus };

/**
 * Another random card index for each payment: they belong neither to the card nor to each other any
 * more. The time of the last change stays, which decides when a pending payment is due.
 */
async function unlinkPayments(
  transaction: Transaction,
  environment: Environment,
  condition: "cardholder_id = $2" | "card_index = $2",
  value: string | Uint8Array,
): Promise<number> {
  const { rows } = await transaction.query<Unlinked>(
    `WITH unlinked AS (
       UPDATE payment
       SET card_index = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
           cardholder_id = NULL, key_id = NULL, encrypted_key = NULL,
           receipt_status = CASE receipt_status
             WHEN 'sealed' THEN 'erased'::receipt_status
             -- Escrow that is over, where the sweep has not been by yet.
             WHEN 'escrowed' THEN 'expired'::receipt_status
             ELSE receipt_status END
       WHERE environment = $1 AND ${condition}
       RETURNING organization_id, environment, id, card_index, receipt_status
     ), told AS (
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

/** Idempotency records lead to the payment: a merchant's retry must still find it, and not the card. */
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

/**
 * No token of the cardholder opens anything any more. That and when access was granted stays in the
 * access log; to what, for which key and from where does not.
 */
export async function voidTokens(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<void> {
  await transaction.query(
    `UPDATE access_token
     SET key_id = NULL, payment_id = NULL, used_for = NULL, address = NULL, used_address = NULL,
         expires_at = CASE WHEN used_at IS NULL THEN least(expires_at, now()) ELSE expires_at END
     WHERE cardholder_id = $1 AND organization_id = $2 AND environment = $3`,
    [userId, organizationId, environment],
  );
}

export async function insertErasure(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  erasure: Actor & { userId: string; erasedAt: Date; erasedReceipts: number },
): Promise<void> {
  await transaction.query(
    `INSERT INTO erasure (cardholder_id, organization_id, environment, erased_at, erased_receipts,
                          api_key_id, member_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      erasure.userId,
      organizationId,
      environment,
      erasure.erasedAt,
      erasure.erasedReceipts,
      erasure.apiKeyId,
      erasure.memberId,
    ],
  );
}

/** Cardholders who were erased since `since` and have payments nevertheless, of all organizations. */
export async function listLatePayers(since: Date): Promise<Whose[]> {
  const { rows } = await pool().query<Whose>(
    `SELECT e.environment, e.cardholder_id AS "userId" FROM erasure e
     WHERE e.erased_at >= $1
       AND EXISTS (SELECT FROM payment p WHERE p.cardholder_id = e.cardholder_id)`,
    [since],
  );
  return rows;
}

export async function addErasedReceipts(
  transaction: Transaction,
  userId: string,
  receipts: number,
): Promise<void> {
  await transaction.query(
    "UPDATE erasure SET erased_receipts = erased_receipts + $2 WHERE cardholder_id = $1",
    [userId, receipts],
  );
}
