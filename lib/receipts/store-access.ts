import type { Actor, Tenant } from "#lib/core/caller.ts";
import type { ConsentMethod } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { AccessOutcome } from "./contract-access.ts";

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
export async function selectActiveToken(
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

export type AccessRow = {
  hash: Uint8Array;
  at: Date;
  expiresAt: Date;
  userId: string;
  keyId: string | null;
  paymentId: string | null;
  outcome: AccessOutcome;
  usedAt: Date | null;
  usedFor: string | null;
  usedAddress: string | null;
  by: string | null;
  apiKeyId: string | null;
  memberId: string | null;
  address: string | null;
  consent: ConsentMethod | null;
};

export type AccessSelection = {
  userId?: string | undefined;
  outcome?: AccessOutcome | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Where the page before ended; of the hash its beginning is enough. */
  before?: { at: Date; hash: Uint8Array } | undefined;
};

/** Grants of the organization, newest first. */
export async function selectAccessRows(
  tenant: Tenant,
  selection: AccessSelection,
  limit: number,
): Promise<AccessRow[]> {
  const { rows } = await pool().query<AccessRow>(accessStatement(tenant, selection, limit));
  return rows;
}

/** For a look at its plan, too. */
export function accessStatement(
  { organizationId, environment }: Tenant,
  { userId, outcome, from, to, before }: AccessSelection,
  limit: number,
) {
  const values: unknown[] = [organizationId, environment];
  const put = (value: unknown) => `$${values.push(value)}`;
  const when = <T>(value: T | undefined, condition: (value: T) => string) =>
    value === undefined ? [] : [condition(value)];
  const place = [
    ...when(from, (time) => `created_at >= ${put(time)}`),
    ...when(to, (time) => `created_at < ${put(time)}`),
    ...when(before, ({ at, hash }) => `(created_at, hash) < (${put(at)}, ${put(hash)}::bytea)`),
  ];
  const whose = ["organization_id = $1", "environment = $2"];
  const wanted = when(outcome, (name) => outcomeConditions[name]);
  return {
    text: `
      SELECT t.hash, t.created_at AS at, t.expires_at AS "expiresAt", t.cardholder_id AS "userId",
             t.key_id AS "keyId", t.payment_id AS "paymentId", ${outcomeSql} AS outcome,
             t.used_at AS "usedAt", t.used_for AS "usedFor", t.used_address AS "usedAddress",
             coalesce(k.name, m.email) AS by, t.api_key_id AS "apiKeyId",
             t.member_id AS "memberId", t.address, t.consent_method AS consent
      FROM (
        SELECT * FROM ${userId === undefined ? "access_token" : grantsOf(put(userId), place)} t
        WHERE ${[...whose, ...(userId === undefined ? place : []), ...wanted].join(" AND ")}
        ${userId === undefined ? NEWEST : ""} LIMIT ${Math.trunc(limit)}) t
      LEFT JOIN api_key k ON k.id = t.api_key_id AND k.organization_id = t.organization_id
      LEFT JOIN member m ON m.id = t.member_id AND m.organization_id = t.organization_id
      ORDER BY t.created_at DESC, t.hash DESC`,
    values,
  };
}

/** Deletes up to `limit` grants that were given before; returns how many there were. */
export async function deleteAccessBefore(time: Date, limit: number): Promise<number> {
  const { rowCount } = await pool().query(
    `DELETE FROM access_token WHERE hash IN (
       SELECT hash FROM access_token WHERE created_at < $1 LIMIT $2)`,
    [time, limit],
  );
  return rowCount ?? 0;
}

const NEWEST = "ORDER BY created_at DESC, hash DESC";

/**
 * One cardholder's grants, in their order. Whose they are is looked at outside: on a young table the
 * planner would take the index of the organization for the narrower one.
 */
function grantsOf(userId: string, place: string[]): string {
  const where = [`cardholder_id = ${userId}`, ...place].join(" AND ");
  return `(SELECT * FROM access_token WHERE ${where} ${NEWEST} OFFSET 0)`;
}

const outcomeSql = `
  CASE WHEN t.used_at IS NOT NULL THEN 'used' WHEN t.expires_at <= now() THEN 'expired'
       ELSE 'active' END`;

const outcomeConditions: Record<AccessOutcome, string> = {
  used: "used_at IS NOT NULL",
  expired: "used_at IS NULL AND expires_at <= now()",
  // No token lives longer than three minutes: the second condition keeps the walk short.
  active: "used_at IS NULL AND expires_at > now() AND created_at > now() - interval '10 minutes'",
};

/**
 * No token of the cardholder opens anything any more. That and when access was granted stays in the
 * access log; to what, for which key and from where does not.
 */
export async function voidAccessTokens(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<void> {
  await transaction.query(
    `UPDATE access_token
     SET key_id = NULL, payment_id = NULL, used_for = NULL, address = NULL, used_address = NULL,
         expires_at = CASE WHEN used_at IS NULL THEN least(expires_at, now()) ELSE expires_at END
     WHERE cardholder_id = $1 AND organization_id = $2 AND environment = $3`,
    [userId, organizationId, environment],
  );
}
