import type { Tenant } from "#lib/core/caller.ts";
import { lastId } from "#lib/core/ids.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

/**
 * Deletes cardholders whose card no visit claims, with their keys; returns their ids. Reads the cards
 * of visits, which another room owns. By hand: it takes part in a transaction with what they leave.
 */
export async function deleteVisitors(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  limit: number,
): Promise<string[]> {
  const { rows } = await transaction.query<{ id: string }>(
    `DELETE FROM cardholder WHERE id IN (
       SELECT c.id FROM cardholder c
       WHERE ${ofIssuer}
         AND NOT EXISTS (SELECT FROM visit_card v WHERE v.card_index = c.card_index)
       LIMIT $4 FOR UPDATE OF c SKIP LOCKED)
     RETURNING id`,
    [organizationId, environment, lastId("cardholder"), limit],
  );
  return rows.map(({ id }) => id);
}
