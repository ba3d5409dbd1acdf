import type { Caller } from "#lib/auth/caller.ts";
import type { GatewayName, PaymentStatus, ReceiptStatus } from "#lib/contract/payments.ts";
import { pool } from "./database.ts";

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
export async function listReceiptRows(
  { environment }: Pick<Caller, "environment">,
  cardholderId: string,
  { atOrAfter, before, limit }: { atOrAfter: string; before: string; limit: number },
): Promise<ReceiptRow[]> {
  const { rows } = await pool().query<ReceiptRow>({
    name: "list-receipts",
    text: listReceiptsSql,
    values: [environment, cardholderId, atOrAfter, before, limit],
  });
  return rows;
}

export const listReceiptsSql = `
  SELECT id AS "paymentId", receipt_status AS "receiptStatus", status AS "paymentStatus", gateway,
         amount, currency, key_id AS "keyId", created_at AS "createdAt"
  FROM payment
  WHERE environment = $1 AND cardholder_id = $2 AND id >= $3 AND id < $4
  ORDER BY id DESC
  LIMIT $5`;
