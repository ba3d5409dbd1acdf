import type { Caller } from "#lib/auth/caller.ts";
import { pool } from "./database.ts";

type Tenant = Pick<Caller, "organizationId" | "environment">;

export type AccessToken = {
  cardholderId: string;
  keyId: string;
  paymentId: string | null;
};

export async function insertAccessToken(
  { organizationId, environment }: Tenant,
  token: AccessToken & { hash: Uint8Array; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await pool().query({
    name: "insert-access-token",
    text: `
      INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id,
                                payment_id, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      token.hash,
      environment,
      organizationId,
      token.cardholderId,
      token.keyId,
      token.paymentId,
      token.createdAt,
      token.expiresAt,
    ],
  });
}

/** A token that is neither used nor expired. */
export async function findActiveToken(
  { organizationId, environment }: Tenant,
  hash: Uint8Array,
): Promise<AccessToken | undefined> {
  const { rows } = await pool().query<AccessToken>({
    name: "find-active-token",
    text: `
      SELECT cardholder_id AS "cardholderId", key_id AS "keyId", payment_id AS "paymentId"
      FROM access_token
      WHERE hash = $1 AND organization_id = $2 AND environment = $3
        AND used_at IS NULL AND expires_at > now()`,
    values: [hash, organizationId, environment],
  });
  return rows[0];
}

/** True for exactly one of any number of callers: the row decides who was first. */
export async function consumeToken(
  { organizationId, environment }: Tenant,
  hash: Uint8Array,
  paymentId: string,
): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "consume-token",
    text: `
      UPDATE access_token SET used_at = now(), used_for = $4
      WHERE hash = $1 AND organization_id = $2 AND environment = $3
        AND used_at IS NULL AND expires_at > now()`,
    values: [hash, organizationId, environment, paymentId],
  });
  return rowCount === 1;
}
