import type { Card } from "#lib/cards/card.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { type EnvelopeRow, toSealedReceipt } from "#lib/receipts/envelope.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { escrowHorizon } from "./horizon.ts";

export type EscrowedReceipt = {
  escrowVersion: number;
  sealed: SealedReceipt;
  paymentId: string;
  /** Whether it is delivered with the hand-over: others are once their payment has succeeded. */
  isPaid: boolean;
};

/**
 * What waits in escrow for the card, locked until the transaction ends. By hand: Prisma has no row
 * locks.
 */
export async function selectEscrowedForUpdate(
  transaction: Transaction,
  { environment, indexes }: Card,
): Promise<EscrowedReceipt[]> {
  const { rows } = await transaction.query<
    EnvelopeRow & Pick<EscrowedReceipt, "escrowVersion" | "isPaid">
  >(
    `SELECT p.id, p.escrow_version AS "escrowVersion",
            p.status = 'succeeded' AS "isPaid", p.protected_header AS "protectedHeader",
            p.encrypted_key AS "encryptedKey", p.iv, p.ciphertext, p.tag
     FROM payment p
     WHERE p.environment = $1 AND p.card_index = ANY ($2) AND p.receipt_status = 'escrowed'
       AND p.escrowed_at >= $3
     FOR UPDATE`,
    [environment, indexes.map(({ value }) => value), escrowHorizon()],
  );
  return rows.flatMap((row) => {
    const sealed = toSealedReceipt(row, String(row.escrowVersion));
    const { escrowVersion, isPaid, id: paymentId } = row;
    return sealed ? [{ escrowVersion, isPaid, sealed, paymentId }] : [];
  });
}

/**
 * Replaces the escrow wrap with the cardholder's; the ciphertext stays as it is. By hand: one statement
 * for all receipts of a card and their events.
 */
export async function updateToDelivered(
  transaction: Transaction,
  environment: Environment,
  to: { cardholderId: string; keyId: string },
  receipts: { paymentId: string; encryptedKey: Uint8Array }[],
): Promise<void> {
  await transaction.query(
    `WITH handed_over AS (
       UPDATE payment p
       SET receipt_status = 'sealed', cardholder_id = $2, key_id = $3, escrow_version = NULL,
           encrypted_key = delivered.encrypted_key, updated_at = now()
       FROM unnest($4::text[], $5::bytea[]) AS delivered (id, encrypted_key)
       WHERE p.environment = $1 AND p.id = delivered.id AND p.receipt_status = 'escrowed'
       RETURNING p.organization_id, p.environment, p.id
     )
     INSERT INTO payment_event (organization_id, environment, payment_id, kind)
     SELECT organization_id, environment, id, 'handed_over' FROM handed_over`,
    [
      environment,
      to.cardholderId,
      to.keyId,
      receipts.map(({ paymentId }) => paymentId),
      receipts.map(({ encryptedKey }) => encryptedKey),
    ],
  );
}

/**
 * Ends escrow for what entered it before `time`: without its key nobody can ever open it. Returns how
 * many. By hand: one statement for the receipts and their events.
 */
export async function updateToExpired(time: Date): Promise<number> {
  const { rowCount } = await pool().query(
    `WITH expired AS (
       UPDATE payment SET receipt_status = 'expired', encrypted_key = NULL, updated_at = now()
       WHERE receipt_status = 'escrowed' AND escrowed_at < $1
       RETURNING organization_id, environment, id
     )
     INSERT INTO payment_event (organization_id, environment, payment_id, kind)
     SELECT organization_id, environment, id, 'expired' FROM expired`,
    [time],
  );
  return rowCount ?? 0;
}
