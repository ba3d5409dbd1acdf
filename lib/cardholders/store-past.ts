import type { Tenant } from "#lib/core/caller.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

/** Reads payments and grants, which other rooms own. By hand, for these conditions. */
export async function deleteIdleCardholders(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await transaction.query<{ id: string }>(
    `DELETE FROM cardholder c
     WHERE c.id = ANY ($3) AND c.organization_id = $1 AND c.environment = $2
       AND NOT EXISTS (SELECT FROM payment p WHERE p.cardholder_id = c.id)
       AND NOT EXISTS (SELECT FROM access_token t WHERE t.cardholder_id = c.id)
     RETURNING c.id`,
    [organizationId, environment, userIds],
  );
  return rows.map(({ id }) => id);
}
