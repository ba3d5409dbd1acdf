import type { Tenant } from "#lib/core/caller.ts";
import type { ReceiptStatus } from "#lib/core/vocabulary.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { pool } from "#lib/storage/database.ts";
import type { ReceiptSummary } from "./contract.ts";
import { type EnvelopeRow, toSealedReceipt } from "./envelope.ts";

/**
 * Receipts of a cardholder, newest first. By hand: a keyset page over millions of rows. Ids sort by
 * time, so the one index on (cardholder, id) serves the page, the cursor and both ends of the period.
 */
export async function selectReceipts(
  { environment }: Pick<Tenant, "environment">,
  cardholderId: string,
  { atOrAfter, before, limit }: { atOrAfter: string; before: string; limit: number },
): Promise<ReceiptSummary[]> {
  const { rows } = await pool().query<ReceiptSummary>({
    name: "list-receipts",
    text: selectReceiptsSql,
    values: [environment, cardholderId, atOrAfter, before, limit],
  });
  return rows;
}

/** Exported so that tests can EXPLAIN it. */
export const selectReceiptsSql = `
  SELECT id AS "paymentId", receipt_id AS "receiptId", transaction_id AS "transactionId", receipt_status AS "receiptStatus", status AS "paymentStatus", gateway,
         amount, currency, key_id AS "keyId", created_at AS "createdAt"
  FROM payment
  WHERE environment = $1 AND cardholder_id = $2 AND id >= $3 AND id < $4
  ORDER BY id DESC
  LIMIT $5`;

export type StoredReceipt = {
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
  /** Undefined in escrow, and once the wrapped key is destroyed. */
  sealed: SealedReceipt | undefined;
};

/**
 * The receipt of a payment, for the issuer of the cardholder it is sealed to. One that has no
 * cardholder (not yet, or no longer) is found by every issuer of the environment, without its content.
 * By hand: every opening waits for it.
 */
export async function selectReceipt(
  { organizationId, environment }: Tenant,
  paymentId: string,
): Promise<StoredReceipt | undefined> {
  const { rows } = await pool().query<EnvelopeRow>({
    name: "find-receipt",
    text: `
      SELECT p.id, p.receipt_status AS "receiptStatus", p.cardholder_id AS "cardholderId",
             p.key_id AS "keyId", p.protected_header AS "protectedHeader",
             p.encrypted_key AS "encryptedKey", p.iv, p.ciphertext, p.tag
      FROM payment p LEFT JOIN cardholder c ON c.id = p.cardholder_id
      WHERE p.id = $1 AND p.environment = $2
        AND (p.cardholder_id IS NULL OR c.organization_id = $3)`,
    values: [paymentId, environment, organizationId],
  });
  const [row] = rows;
  if (!row) return undefined;
  return { ...row, sealed: row.keyId === null ? undefined : toSealedReceipt(row, row.keyId) };
}
