import type { BoundParts } from "#lib/crypto/check-tag.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

/** Of those that still wait. By hand, and apart from the rows that are locked: it reads their ciphertexts. */
export async function selectParts(
  paymentIds: readonly string[],
  transaction?: Transaction,
): Promise<BoundParts[]> {
  const { rows } = await (transaction ?? pool()).query<BoundParts>({
    name: "find-escrowed-parts",
    text: `
      SELECT id AS "paymentId", protected_header AS "protectedHeader", iv, ciphertext, tag
      FROM payment WHERE id = ANY ($1) AND receipt_status = 'escrowed'`,
    values: [paymentIds],
  });
  return rows;
}
