import type { BoundParts } from "#lib/crypto/check-tag.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

/**
 * By hand, and not with the rows that are locked: the ciphertexts are long. Without `receipt_status`, whose index a plan
 * could prefer to that of the ids.
 */
export async function selectParts(
  paymentIds: readonly string[],
  transaction?: Transaction,
): Promise<BoundParts[]> {
  const { rows } = await (transaction ?? pool()).query<BoundParts>({
    name: "find-escrowed-parts",
    text: `
      SELECT id AS "paymentId", protected_header AS "protectedHeader", iv, ciphertext, tag
      FROM payment WHERE id = ANY ($1)`,
    values: [paymentIds],
  });
  return rows;
}
