import type { Actor, Tenant } from "#lib/auth/caller.ts";
import type { ConsentMethod } from "#lib/contract/keys.ts";
import { pool } from "./database.ts";

export type AccessToken = {
  cardholderId: string;
  keyId: string;
  paymentId: string | null;
};

export type NewAccessToken = AccessToken &
  Actor & {
    hash: Uint8Array;
    createdAt: Date;
    expiresAt: Date;
    /** From where it was asked for */
    address: string | null;
    consentMethod: ConsentMethod | null;
  };

/**
 * Stores the token where cardholder and key are a registered pair of the organization; false where
 * they are not. The lock keeps it from a cardholder who is being erased meanwhile.
 */
export async function insertAccessToken(
  { organizationId, environment }: Tenant,
  token: NewAccessToken,
): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "insert-access-token",
    text: `
      INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id,
                                payment_id, created_at, expires_at, api_key_id, member_id, address,
                                consent_method)
      SELECT $1::bytea, c.environment, c.organization_id, c.id, k.key_id,
             $6::text, $7::timestamptz, $8::timestamptz, $9::text, $10::text, $11::text,
             $12::consent_method
      FROM cardholder c JOIN cardholder_key k ON k.cardholder_id = c.id
      WHERE c.id = $4 AND k.key_id = $5 AND c.organization_id = $3 AND c.environment = $2
      FOR KEY SHARE OF c`,
    values: [
      token.hash,
      environment,
      organizationId,
      token.cardholderId,
      token.keyId,
      token.paymentId,
      token.createdAt,
      token.expiresAt,
      token.apiKeyId,
      token.memberId,
      token.address,
      token.consentMethod,
    ],
  });
  return rowCount === 1;
}

/** A token that is neither used nor expired nor void. */
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
        AND used_at IS NULL AND expires_at > now() AND key_id IS NOT NULL`,
    values: [hash, organizationId, environment],
  });
  return rows[0];
}

/**
 * True for exactly one of any number of callers: the row decides who was first. The first opening of
 * a receipt becomes an event of its payment, without a word on who it was.
 */
export async function consumeToken(
  { organizationId, environment }: Tenant,
  hash: Uint8Array,
  { paymentId, address }: { paymentId: string; address: string | null },
): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "consume-token",
    text: `
      WITH consumed AS (
        UPDATE access_token SET used_at = now(), used_for = $4, used_address = $5
        WHERE hash = $1 AND organization_id = $2 AND environment = $3
          AND used_at IS NULL AND expires_at > now() AND key_id IS NOT NULL
        RETURNING used_at
      ), opened AS (
        INSERT INTO payment_event (organization_id, environment, payment_id, kind, at)
        SELECT p.organization_id, p.environment, p.id, 'opened', consumed.used_at
        FROM consumed CROSS JOIN payment p WHERE p.id = $4 AND p.environment = $3
        ON CONFLICT DO NOTHING
      )
      SELECT FROM consumed`,
    values: [hash, organizationId, environment, paymentId, address],
  });
  return rowCount === 1;
}
