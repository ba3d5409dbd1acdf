import { actorOfRow, actPartsOfRows, type EntryIds } from "#lib/audit/statement.ts";
import { batched } from "#lib/core/batched.ts";
import type { Actor, Tenant } from "#lib/core/caller.ts";
import type { ConsentMethod } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import { isRefused, type Transaction } from "#lib/storage/transaction.ts";
import { isWrappedFor } from "./envelope.ts";

export type Token = {
  cardholderId: string;
  keyId: string;
  /** Set where the token opens this one receipt only. */
  paymentId: string | null;
};

type NewToken = Token &
  Tenant &
  Actor & {
    hash: Uint8Array;
    createdAt: Date;
    expiresAt: Date;
    /** Where it was requested from */
    address: string | null;
    consentMethod: ConsentMethod | null;
  } & EntryIds;

/**
 * Stores the token if cardholder and key are a registered pair of the organization, and the payment, if
 * one is named, has a delivered receipt under that key; false otherwise.
 */
export const insertToken: (token: NewToken) => Promise<boolean> = batched(insertTokens, isRefused);

/**
 * The entry of a grant in the trail, all of it from the token: a batch with each column of each entry
 * beside it takes PostgreSQL a tenth longer. Without where it was asked for, which only the access log has.
 */
const grantedAct = {
  ...actorOfRow,
  id: "entry_id",
  organization_id: "organization_id",
  environment: "environment",
  at: "created_at",
  request_id: "request_id",
  target: "cardholder_id",
  after: "jsonb_build_object('consent', consent_method)",
};

const wantedTokens = parameterRows({
  hash: "bytea",
  environment: "environment",
  organizationId: "text",
  cardholderId: "text",
  keyId: "text",
  paymentId: "text",
  createdAt: "timestamptz",
  expiresAt: "timestamptz",
  apiKeyId: "text",
  memberId: "text",
  address: "text",
  consentMethod: "consent_method",
  entryId: "text",
  requestId: "text",
  place: "int",
});

const insertTokensSql = `
  WITH wanted AS (
    SELECT ${wantedTokens.list}
  ), granted AS (
    SELECT w.* FROM wanted w
    JOIN cardholder c ON c.id = w.cardholder_id AND c.organization_id = w.organization_id
                         AND c.environment = w.environment
    JOIN cardholder_key k ON k.cardholder_id = c.id AND k.key_id = w.key_id
    WHERE w.payment_id IS NULL OR EXISTS (
      SELECT FROM payment p
      WHERE p.id = w.payment_id AND p.environment = c.environment AND p.cardholder_id = c.id
        AND ${isWrappedFor("k.key_id")} AND p.status = 'succeeded' AND p.receipt_status = 'sealed')
    FOR KEY SHARE OF c
  ), inserted AS (
    INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id,
                              payment_id, created_at, expires_at, api_key_id, member_id, address,
                              consent_method)
    SELECT hash, environment, organization_id, cardholder_id, key_id, payment_id, created_at,
           expires_at, api_key_id, member_id, address, consent_method
    FROM granted
  ), ${actPartsOfRows("granted", "receipt.access_granted", grantedAct)}
  SELECT array_agg(place) AS places, set_config('synchronous_commit', 'off', true) FROM granted`;

/**
 * By hand: check, insert and audit entry are one statement, and its lock makes an erasure wait for it; one
 * for all grants of a turn. It does not wait for the disk: a token that a crash loses has opened nothing,
 * since using one up waits for everything written before. Reads payments, which another room owns.
 */
async function insertTokens(tokens: readonly NewToken[]): Promise<boolean[]> {
  const { rows } = await pool().query<{ places: number[] | null }>(tokensStatement(tokens));
  const stored = new Set(rows[0]?.places);
  return tokens.map((_, place) => stored.has(place));
}

/** Exported so that tests can EXPLAIN it. */
export function tokensStatement(tokens: readonly NewToken[]) {
  return {
    name: "insert-access-tokens",
    text: insertTokensSql,
    values: wantedTokens.values(tokens.map((token, place) => ({ ...token, place }))),
  };
}

/**
 * By hand: it takes part in the transaction of an erasure. It locks the tokens in the order in which openings do, so
 * that neither deadlocks with the other, and in a statement of its own, since an UPDATE cannot be ordered.
 */
export async function updateTokensVoid(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<void> {
  const theirs = "cardholder_id = $1 AND organization_id = $2 AND environment = $3";
  const values = [userId, organizationId, environment];
  await transaction.query(
    `SELECT count(*) FROM (
       SELECT FROM access_token WHERE ${theirs} ORDER BY hash FOR UPDATE) locked`,
    values,
  );
  await transaction.query(
    `UPDATE access_token
     SET key_id = NULL, payment_id = NULL, used_for = NULL, previous_at = NULL, address = NULL,
         used_address = NULL,
         expires_at = CASE WHEN used_at IS NULL THEN least(expires_at, now()) ELSE expires_at END
     WHERE ${theirs}`,
    values,
  );
}

/** By hand, and locked first, as above. */
export async function updateTokensExpired(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  { userId, keyIds }: { userId: string; keyIds: readonly string[] },
): Promise<void> {
  const unused = `cardholder_id = $1 AND organization_id = $2 AND environment = $3 AND key_id = ANY ($4)
    AND used_at IS NULL AND expires_at > now()`;
  const values = [userId, organizationId, environment, keyIds];
  await transaction.query(
    `SELECT count(*) FROM (
       SELECT FROM access_token WHERE ${unused} ORDER BY hash FOR UPDATE) locked`,
    values,
  );
  await transaction.query(`UPDATE access_token SET expires_at = now() WHERE ${unused}`, values);
}

/** By hand, as above. */
export async function deleteTokens(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userIds: readonly string[],
): Promise<void> {
  await transaction.query(
    `DELETE FROM access_token
     WHERE cardholder_id = ANY ($1) AND organization_id = $2 AND environment = $3`,
    [userIds, organizationId, environment],
  );
}
