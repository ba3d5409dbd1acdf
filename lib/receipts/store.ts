import type { Caller } from "#lib/core/caller.ts";
import type {
  Environment,
  GatewayName,
  PaymentStatus,
  ReceiptStatus,
} from "#lib/core/vocabulary.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { pool } from "#lib/storage/database.ts";
import { type EnvelopeRow, toSealedReceipt } from "./envelope.ts";

export type ReceiptRow = {
  paymentId: string;
  receiptStatus: ReceiptStatus;
  paymentStatus: PaymentStatus;
  gateway: GatewayName;
  amount: number;
  currency: string;
  keyId: string | null;
  createdAt: Date;
};

/**
 * Receipts of a cardholder, newest first, by keyset: ids sort by time, so the one index on
 * (cardholder, id) serves the page, the cursor and both ends of the period.
 */
export async function selectReceipts(
  { environment }: Pick<Caller, "environment">,
  cardholderId: string,
  { atOrAfter, before, limit }: { atOrAfter: string; before: string; limit: number },
): Promise<ReceiptRow[]> {
  const { rows } = await pool().query<ReceiptRow>({
    name: "list-receipts",
    text: selectReceiptsSql,
    values: [environment, cardholderId, atOrAfter, before, limit],
  });
  return rows;
}

export const selectReceiptsSql = `
  SELECT id AS "paymentId", receipt_status AS "receiptStatus", status AS "paymentStatus", gateway,
         amount, currency, key_id AS "keyId", created_at AS "createdAt"
  FROM payment
  WHERE environment = $1 AND cardholder_id = $2 AND id >= $3 AND id < $4
  ORDER BY id DESC
  LIMIT $5`;

export type ReceiptInStore = {
  paymentId: string;
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
  /** Undefined in escrow, and once the wrapped key is destroyed. */
  sealed: SealedReceipt | undefined;
};

/**
 * The receipt of a payment, for the issuer whose cardholder it is sealed to. One that has no
 * cardholder (yet, or any more) is shown to any issuer of the environment: without its content.
 */
export async function selectReceipt(
  { organizationId, environment }: { organizationId: string; environment: Environment },
  paymentId: string,
): Promise<ReceiptInStore | undefined> {
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
  return rows[0] && toReceipt(rows[0]);
}

function toReceipt(row: EnvelopeRow): ReceiptInStore {
  const { id, receiptStatus, cardholderId, keyId } = row;
  const sealed = keyId === null ? undefined : toSealedReceipt(row, keyId);
  return { paymentId: id, receiptStatus, cardholderId, keyId, sealed };
}
