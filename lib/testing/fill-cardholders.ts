import type { Tenant } from "#lib/core/caller.ts";
import { inLongTransaction } from "./long-transaction.ts";

/**
 * Makes cardholders of the holders that fillPayments invented, all of one issuer, and grants to each
 * of their receipts: 2 of 3 used, the rest expired.
 */
export async function fillCardholders({ organizationId, environment }: Tenant): Promise<void> {
  await inLongTransaction(async (transaction) => {
    await transaction.query(
      `INSERT INTO organization (id, name, kind, tier) VALUES ($1, 'Bench', 'issuer', 'enterprise')
       ON CONFLICT DO NOTHING`,
      [organizationId],
    );
    for (const statement of [holdersSql, keysSql, grantsSql]) {
      await transaction.query(statement, [organizationId, environment]);
    }
  });
}

// `usr_` and 32 hex digits, as the ids of fillPayments are: only their first digits are no time.
const holdersSql = `
  INSERT INTO cardholder (id, environment, card_index, pepper_version, organization_id,
                          current_key_id, registered_at)
  SELECT p.cardholder_id, $2::environment, sha256(('card' || p.cardholder_id)::bytea), 1, $1,
         'key_' || md5(p.cardholder_id), min(p.created_at)
  FROM payment p WHERE p.cardholder_id IS NOT NULL GROUP BY 1
  ON CONFLICT DO NOTHING`;

const keysSql = `
  INSERT INTO cardholder_key (cardholder_id, key_id, public_key, created_at)
  SELECT c.id, c.current_key_id, repeat('k', 451), c.registered_at FROM cardholder c
  WHERE c.organization_id = $1 AND c.environment = $2::environment
  ON CONFLICT DO NOTHING`;

const grantsSql = `
  INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id, created_at,
                            expires_at, used_at, used_for, api_key_id, address)
  SELECT sha256(p.id::bytea), $2::environment, $1, p.cardholder_id, 'key', p.created_at,
         p.created_at + interval '150 seconds',
         CASE WHEN right(p.id, 1) < 'b' THEN p.created_at + interval '1 second' END,
         CASE WHEN right(p.id, 1) < 'b' THEN p.id END, 'ak_bench', '203.0.113.9'
  FROM payment p WHERE p.cardholder_id IS NOT NULL
  ORDER BY p.created_at
  ON CONFLICT DO NOTHING`;
