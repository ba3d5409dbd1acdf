import type { AnyEnvironment, PaymentStatus, ReceiptStatus } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

/** Of the code of a receipt that nobody has claimed. By hand: each replay of a creation in escrow asks. */
export async function selectClaimKeyVersion(paymentId: string): Promise<number | undefined> {
  const { rows } = await pool().query<{ keyVersion: number }>({
    name: "find-claim-key-version",
    text: `
      SELECT key_version AS "keyVersion" FROM claim_code
      WHERE payment_id = $1 AND claimed_by IS NULL`,
    values: [paymentId],
  });
  return rows[0]?.keyVersion;
}

export type ClaimableSale = {
  paymentId: string;
  refundOf: string | null;
  status: PaymentStatus;
  receiptStatus: ReceiptStatus;
  escrowedAt: Date | null;
  cardholderId: string | null;
};

/** The payment of a code, locked until the transaction ends. By hand: Prisma has no row locks. */
export async function selectSaleOfCodeForUpdate(
  transaction: Transaction,
  environment: AnyEnvironment,
  hash: Uint8Array,
): Promise<ClaimableSale | undefined> {
  const { rows } = await transaction.query<ClaimableSale>({
    name: "lock-claimable",
    text: `
      SELECT p.id AS "paymentId", p.refund_of AS "refundOf", p.status, p.cardholder_id AS "cardholderId",
             p.receipt_status AS "receiptStatus", p.escrowed_at AS "escrowedAt"
      FROM claim_code c JOIN payment p ON p.id = c.payment_id AND p.environment = c.environment
      WHERE c.hash = $2 AND c.environment = $1
      FOR UPDATE OF p`,
    values: [environment, hash],
  });
  return rows[0];
}

/**
 * Who has claimed a receipt, null for nobody; undefined without such a code. A statement of its own, which sees
 * what the lock of the payment has waited for.
 */
export async function selectClaimer(
  transaction: Transaction,
  hash: Uint8Array,
): Promise<string | null | undefined> {
  const { rows } = await transaction.query<{ claimedBy: string | null }>({
    name: "find-claimer",
    text: `SELECT claimed_by AS "claimedBy" FROM claim_code WHERE hash = $1`,
    values: [hash],
  });
  return rows[0]?.claimedBy;
}

/** Of a receipt that did not open. */
export async function deleteClaimCode(transaction: Transaction, hash: Uint8Array): Promise<void> {
  await transaction.query("DELETE FROM claim_code WHERE hash = $1", [hash]);
}

/** Before the receipt leaves escrow: codes that are not claimed go with that. */
export async function updateClaimed(
  transaction: Transaction,
  hash: Uint8Array,
  cardholderId: string,
): Promise<void> {
  await transaction.query("UPDATE claim_code SET claimed_by = $2 WHERE hash = $1", [
    hash,
    cardholderId,
  ]);
}
