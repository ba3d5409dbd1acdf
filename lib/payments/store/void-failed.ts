import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { deleteReceipt } from "./result.ts";

/** How far the payments that did not succeed were looked through. */
export type VoidedUpTo = { organizationId: string; environment: AnyEnvironment; id: string };

/**
 * Looks at the next `limit` payments that did not succeed and destroys the receipts of those that
 * failed; `last` is undefined at the end. By hand: a keyset walk along the index of such payments.
 */
export async function updateFailedToVoid(
  limit: number,
  after: VoidedUpTo = { organizationId: "", environment: "production", id: "" },
): Promise<{ voided: number; last: VoidedUpTo | undefined }> {
  const { rows } = await pool().query<VoidedUpTo & { voided: number }>(
    `WITH page AS (
       SELECT organization_id, environment, card_index, id FROM payment
       WHERE unsuccessful_status IS NOT NULL
         AND (organization_id, environment, id) > ($2, $3::environment, $4)
       ORDER BY organization_id, environment, id
       LIMIT $1
     ), voided AS (
       UPDATE payment p SET ${deleteReceipt("true")}
       FROM page
       WHERE p.environment = page.environment AND p.card_index = page.card_index
         AND p.id = page.id AND p.status = 'failed' AND p.receipt_status <> 'void'
       RETURNING p.id
     )
     SELECT organization_id AS "organizationId", environment, id,
            (SELECT count(*) FROM voided) AS voided
     FROM page ORDER BY organization_id DESC, environment DESC, id DESC LIMIT 1`,
    [limit, after.organizationId, after.environment, after.id],
  );
  const [row] = rows;
  if (!row) return { voided: 0, last: undefined };
  const { voided, ...last } = row;
  return { voided, last };
}
