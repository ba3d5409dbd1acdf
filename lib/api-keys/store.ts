import type { Tenant } from "#lib/core/caller.ts";
import type { Scope } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { Environment, OrganizationKind } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

export type StoredApiKey = {
  id: string;
  organizationId: string;
  environment: Environment;
  tier: Tier;
  scopes: Scope[];
  allowedAddresses: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

export async function selectApiKey(secretHash: Uint8Array): Promise<StoredApiKey | undefined> {
  const { rows } = await pool().query<StoredApiKey>({
    name: "find-api-key",
    text: `
      SELECT k.id, k.organization_id AS "organizationId", k.environment, o.tier, k.scopes,
             k.allowed_addresses AS "allowedAddresses", k.expires_at AS "expiresAt",
             k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"
      FROM api_key k JOIN organization o ON o.id = k.organization_id
      WHERE k.secret_hash = $1`,
    values: [secretHash],
  });
  return rows[0];
}

/** Moves last-used on, at most once a minute however many processes see the key. */
export async function touchApiKey(
  id: string,
  { at, address }: { at: Date; address: string | null },
): Promise<void> {
  await pool().query({
    name: "touch-api-key",
    text: `
      UPDATE api_key SET last_used_at = $2, last_used_address = $3
      WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
    values: [id, at, address],
  });
}

/** An API key as its organization sees it. */
export type ManagedApiKey = {
  id: string;
  name: string;
  hint: string;
  scopes: Scope[];
  allowedAddresses: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  createdAt: Date;
  createdBy: string | null;
  rolledTo: string | null;
};

export type NewManagedApiKey = Pick<
  ManagedApiKey,
  "id" | "name" | "hint" | "scopes" | "allowedAddresses" | "expiresAt" | "createdAt"
> & { secretHash: Uint8Array; createdBy: string };

/** All that are usable, then those that ended last. */
const MOST_LISTED = 500;

const columns = `
  k.id, k.name, k.hint, k.scopes, k.allowed_addresses AS "allowedAddresses",
  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt",
  k.last_used_address AS "lastUsedAddress", k.created_at AS "createdAt", m.email AS "createdBy",
  k.rolled_to AS "rolledTo"`;

const keys = `api_key k
  LEFT JOIN member m ON m.id = k.created_by AND m.organization_id = k.organization_id`;

const isEnded = "(k.revoked_at IS NOT NULL OR coalesce(k.expires_at <= $3, false))";

export async function selectManagedApiKeys(
  { organizationId, environment }: Tenant,
  now: Date,
): Promise<ManagedApiKey[]> {
  const { rows } = await pool().query<ManagedApiKey>(
    `SELECT ${columns} FROM ${keys}
     WHERE k.organization_id = $1 AND k.environment = $2
     ORDER BY ${isEnded}, k.id DESC LIMIT ${MOST_LISTED}`,
    [organizationId, environment, now],
  );
  return rows;
}

export async function countUsableApiKeys(
  { organizationId, environment }: Tenant,
  now: Date,
): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*) FROM api_key k
     WHERE k.organization_id = $1 AND k.environment = $2 AND NOT ${isEnded}`,
    [organizationId, environment, now],
  );
  return rows[0]?.count ?? 0;
}

export async function selectManagedApiKey(
  connection: Queryable,
  { organizationId, environment }: Tenant,
  id: string,
): Promise<ManagedApiKey | undefined> {
  const { rows } = await connection.query<ManagedApiKey>({
    text: `
      SELECT ${columns} FROM ${keys}
      WHERE k.organization_id = $1 AND k.environment = $2 AND k.id = $3`,
    values: [organizationId, environment, id],
  });
  return rows[0];
}

/** Of two rolls of a key the second waits here for the first. */
export async function lockApiKey(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  id: string,
): Promise<void> {
  await transaction.query(
    `SELECT FROM api_key WHERE organization_id = $1 AND environment = $2 AND id = $3 FOR UPDATE`,
    [organizationId, environment, id],
  );
}

export async function insertApiKey(
  connection: Queryable,
  { organizationId, environment }: Tenant,
  key: NewManagedApiKey,
): Promise<void> {
  await connection.query({
    text: `
      INSERT INTO api_key (
        id, organization_id, environment, name, secret_hash, hint, scopes, allowed_addresses,
        expires_at, created_at, created_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      key.id,
      organizationId,
      environment,
      key.name,
      key.secretHash,
      key.hint,
      key.scopes,
      key.allowedAddresses,
      key.expiresAt,
      key.createdAt,
      key.createdBy,
    ],
  });
}

export async function markRolled(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  { id, rolledTo, expiresAt }: { id: string; rolledTo: string; expiresAt: Date },
): Promise<void> {
  await transaction.query(
    `UPDATE api_key SET rolled_to = $4, expires_at = $5
     WHERE organization_id = $1 AND environment = $2 AND id = $3`,
    [organizationId, environment, id, rolledTo, expiresAt],
  );
}

/** The first revocation stays. */
export async function markRevoked(
  { organizationId, environment }: Tenant,
  id: string,
  revokedAt: Date,
): Promise<void> {
  await pool().query(
    `UPDATE api_key SET revoked_at = coalesce(revoked_at, $4)
     WHERE organization_id = $1 AND environment = $2 AND id = $3`,
    [organizationId, environment, id, revokedAt],
  );
}

export async function selectOrganizationKind(
  organizationId: string,
): Promise<OrganizationKind | undefined> {
  const { rows } = await pool().query<{ kind: OrganizationKind }>(
    "SELECT kind FROM organization WHERE id = $1",
    [organizationId],
  );
  return rows[0]?.kind;
}
