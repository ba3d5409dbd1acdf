import type { SealedParts } from "#lib/crypto/seal-on-server.ts";
import { pool } from "#lib/storage/database.ts";

export type WaitingReceipt = SealedParts & {
  paymentId: string;
  escrowVersion: number;
  encryptedKey: Uint8Array;
};

/**
 * Of another room, and one that the service sealed itself: what a till sealed may open with no key at all. By hand:
 * Prisma does not know that a receipt in escrow has a key and its version.
 */
export async function selectWaitingReceipt(): Promise<WaitingReceipt | undefined> {
  const { rows } = await pool().query<WaitingReceipt>(
    `SELECT id AS "paymentId", escrow_version AS "escrowVersion",
            protected_header AS "protectedHeader", encrypted_key AS "encryptedKey", iv, ciphertext, tag
     FROM payment WHERE receipt_status = 'escrowed' AND encrypted_key IS NOT NULL
       AND sealing_place = 'service'
     ORDER BY escrowed_at DESC LIMIT 1`,
  );
  return rows[0];
}
