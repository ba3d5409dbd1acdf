import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import { onConnection } from "#lib/storage/transaction.ts";
import type { signatureAlgorithms } from "./contract.ts";

/** The public part of a key that a merchant signs receipts with. */
export type StoredSigningKey = Tenant & {
  id: string;
  kid: string;
  algorithm: (typeof signatureAlgorithms)[number];
  name: string;
  /** PEM SubjectPublicKeyInfo */
  publicKey: string;
  createdAt: Date;
};

const columns = `
  id, organization_id AS "organizationId", environment, kid, algorithm, name,
  public_key AS "publicKey", created_at AS "createdAt"`;

/** The latest first. */
export async function selectSigningKeys({
  organizationId,
  environment,
}: Tenant): Promise<StoredSigningKey[]> {
  const { rows } = await pool().query<StoredSigningKey>(
    `SELECT ${columns} FROM signing_key WHERE organization_id = $1 AND environment = $2
     ORDER BY created_at DESC, id DESC`,
    [organizationId, environment],
  );
  return rows;
}

/** A unique violation where the key is registered already. */
export async function insertSigningKey(
  { organizationId, environment }: Tenant,
  key: Omit<StoredSigningKey, keyof Tenant>,
): Promise<void> {
  await onConnection((client) =>
    client.query(
      `INSERT INTO signing_key
         (id, organization_id, environment, kid, algorithm, name, public_key, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        key.id,
        organizationId,
        environment,
        key.kid,
        key.algorithm,
        key.name,
        key.publicKey,
        key.createdAt,
      ],
    ),
  );
}

/** False where there was none. */
export async function deleteSigningKey(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<boolean> {
  const { rowCount } = await pool().query(
    "DELETE FROM signing_key WHERE organization_id = $1 AND environment = $2 AND id = $3",
    [organizationId, environment, id],
  );
  return rowCount === 1;
}
