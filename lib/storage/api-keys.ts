import type { Environment } from "#lib/contract/environment.ts";
import type { Scope } from "#lib/contract/scope.ts";
import type { Tier } from "#lib/contract/tier.ts";
import { pool } from "./database.ts";

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

export async function findApiKey(secretHash: Uint8Array): Promise<StoredApiKey | undefined> {
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
