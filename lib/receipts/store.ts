import type { Tenant } from "#lib/core/caller.ts";
import type { PaymentStatus, ReceiptStatus } from "#lib/core/vocabulary.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { asyncCommitPipeline } from "#lib/storage/database.ts";
import type { ReceiptSummary } from "./contract.ts";
import { type EnvelopeRow, toSealedReceipt } from "./envelope.ts";

/**
 * Delivered receipts of the issuer's cardholder, newest first: those of sales and refunds that have
 * succeeded; none of anybody else's. By hand: a keyset page over millions of rows. Ids of one kind sort by
 * time, so the index on (cardholder, id) serves the page of each kind, the cursor and both ends of the
 * period; what both found is merged.
 */
export async function selectReceipts(
  { organizationId, environment }: Tenant,
  cardholderId: string,
  { atOrAfter, before, limit }: { atOrAfter: string; before: string; limit: number },
): Promise<ReceiptSummary[]> {
  const { rows } = await asyncCommitPipeline().query<ReceiptSummary>({
    name: "list-receipts",
    text: selectReceiptsSql,
    values: [environment, cardholderId, atOrAfter, before, limit, organizationId],
  });
  return rows;
}

/** `$3` and `$4` are the ends of a period as ids without their prefix. */
const receiptsOfKind = (prefix: string) => `
  (SELECT id AS "paymentId", CASE WHEN refund_of IS NULL THEN 'sale' ELSE 'refund' END AS kind,
          refund_of AS "refundOf", receipt_status AS "receiptStatus", status AS "paymentStatus",
          gateway, amount, currency, refunded_amount AS "refundedAmount", key_id AS "keyId",
          transaction_id AS "transactionId", receipt_id AS "receiptId", created_at AS "createdAt"
   FROM payment
   WHERE environment = $1 AND cardholder_id = $2 AND id >= '${prefix}' || $3 AND id < '${prefix}' || $4
     AND status = 'succeeded' AND receipt_status <> 'void'
   ORDER BY id DESC
   LIMIT $5)`;

/** Exported so that tests can EXPLAIN it. */
export const selectReceiptsSql = `
  SELECT * FROM (${receiptsOfKind("pay_")} UNION ALL ${receiptsOfKind("ref_")}) receipts
  WHERE EXISTS (
    SELECT FROM cardholder WHERE id = $2 AND organization_id = $6 AND environment = $1)
  ORDER BY substr("paymentId", 5) DESC
  LIMIT $5`;

export type StoredReceipt = {
  paymentStatus: PaymentStatus;
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
  /** Undefined in escrow, and once the wrapped key is destroyed. */
  sealed: SealedReceipt | undefined;
};

/**
 * The receipt of a payment or refund, for the issuer of the cardholder it is sealed to; none where it is
 * void. One that has no cardholder (not yet, or no longer) is found by every issuer of the environment,
 * without its content. By hand: every opening waits for it.
 */
export async function selectReceipt(
  { organizationId, environment }: Tenant,
  paymentId: string,
): Promise<StoredReceipt | undefined> {
  const { rows } = await asyncCommitPipeline().query<
    EnvelopeRow & Pick<StoredReceipt, "paymentStatus">
  >({
    name: "find-receipt",
    text: `
      SELECT p.id, p.status AS "paymentStatus", p.receipt_status AS "receiptStatus", p.cardholder_id AS "cardholderId",
             p.key_id AS "keyId", p.protected_header AS "protectedHeader",
             p.encrypted_key AS "encryptedKey", p.iv, p.ciphertext, p.tag
      FROM payment p LEFT JOIN cardholder c ON c.id = p.cardholder_id
      WHERE p.id = $1 AND p.environment = $2 AND p.receipt_status <> 'void'
        AND (p.cardholder_id IS NULL OR c.organization_id = $3)`,
    values: [paymentId, environment, organizationId],
  });
  const [row] = rows;
  if (!row) return undefined;
  return { ...row, sealed: row.keyId === null ? undefined : toSealedReceipt(row, row.keyId) };
}
