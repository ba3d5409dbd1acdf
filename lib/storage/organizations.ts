import type { OrganizationKind } from "#lib/contract/organization-kind.ts";
import type { Tier } from "#lib/contract/tier.ts";
import { pool } from "./database.ts";

export type StoredOrganization = {
  id: string;
  name: string;
  kind: OrganizationKind;
  tier: Tier;
  createdAt: Date;
};

const columns = `id, name, kind, tier, created_at AS "createdAt"`;

export async function findOrganization(id: string): Promise<StoredOrganization | undefined> {
  const { rows } = await pool().query<StoredOrganization>(
    `SELECT ${columns} FROM organization WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export async function renameOrganization(
  id: string,
  name: string,
): Promise<StoredOrganization | undefined> {
  const { rows } = await pool().query<StoredOrganization>(
    `UPDATE organization SET name = $2 WHERE id = $1 RETURNING ${columns}`,
    [id, name],
  );
  return rows[0];
}

/**
 * Removes the organization with its members, keys and connections; false, and nothing happens, while
 * it holds payments or cardholders of any environment.
 */
export async function removeEmptyOrganization(id: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `DELETE FROM organization o WHERE id = $1
       AND NOT EXISTS (SELECT 1 FROM cardholder WHERE organization_id = o.id)
       AND NOT EXISTS (SELECT 1 FROM payment WHERE organization_id = o.id)`,
    [id],
  );
  return rowCount === 1;
}
