import type { Tenant } from "#lib/auth/caller.ts";
import type { AccessOutcome } from "#lib/contract/access-log.ts";
import type { ConsentMethod } from "#lib/contract/keys.ts";
import { pool } from "./database.ts";

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
export async function listAccessRows(
  tenant: Tenant,
  selection: AccessSelection,
  limit: number,
): Promise<AccessRow[]> {
  const { rows } = await pool().query<AccessRow>(accessQuery(tenant, selection, limit));
  return rows;
}

/** For a look at its plan, too. */
export function accessQuery(
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
