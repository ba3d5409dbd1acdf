import type { Tenant } from "#lib/core/caller.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { AccessEntry, AccessOutcome } from "./contract-access.ts";

/** Where a page begins: after the entry with this time and hash, of which the first bytes are enough. */
export type AccessPosition = { at: Date; hash: Uint8Array };

export type AccessSelection = {
  userId?: string | undefined;
  outcome?: AccessOutcome | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  after?: AccessPosition | undefined;
};

/** Grants of the organization, newest first. By hand: a keyset page over millions of rows. */
export async function selectAccessEntries(
  tenant: Tenant,
  selection: AccessSelection,
  limit: number,
): Promise<AccessEntry[]> {
  const { rows } = await pool().query<AccessEntry>(accessStatement(tenant, selection, limit));
  return rows;
}

/** Exported so that tests can EXPLAIN it. Reads the names of API keys and members of other rooms. */
export function accessStatement(
  { organizationId, environment }: Tenant,
  { userId, outcome, from, to, after }: AccessSelection,
  limit: number,
) {
  const values: unknown[] = [organizationId, environment];
  const put = (value: unknown) => `$${values.push(value)}`;
  const when = <T>(value: T | undefined, condition: (value: T) => string) =>
    value === undefined ? [] : [condition(value)];
  const range = [
    ...when(from, (time) => `created_at >= ${put(time)}`),
    ...when(to, (time) => `created_at < ${put(time)}`),
    ...when(after, ({ at, hash }) => `(created_at, hash) < (${put(at)}, ${put(hash)}::bytea)`),
  ];
  const ofTenant = ["organization_id = $1", "environment = $2"];
  const ofOutcome = when(outcome, (name) => outcomeConditions[name]);
  return {
    text: `
      SELECT ${grantIdSql} AS "grantId", t.created_at AS at, t.expires_at AS "expiresAt",
             t.cardholder_id AS "userId", t.key_id AS "keyId", t.payment_id AS "paymentId",
             ${outcomeSql} AS outcome, t.used_at AS "usedAt", t.used_for AS "usedFor",
             t.used_address AS "usedAddress", coalesce(k.name, m.email) AS by,
             t.api_key_id AS "apiKeyId", t.member_id AS "memberId", t.address,
             t.consent_method AS consent
      FROM (
        SELECT * FROM ${userId === undefined ? "access_token" : grantsOf(put(userId), range)} t
        WHERE ${[...ofTenant, ...(userId === undefined ? range : []), ...ofOutcome].join(" AND ")}
        ${userId === undefined ? NEWEST_FIRST : ""} LIMIT ${Math.trunc(limit)}) t
      LEFT JOIN api_key k ON k.id = t.api_key_id AND k.organization_id = t.organization_id
      LEFT JOIN member m ON m.id = t.member_id AND m.organization_id = t.organization_id
      ORDER BY t.created_at DESC, t.hash DESC`,
    values,
  };
}

const NEWEST_FIRST = "ORDER BY created_at DESC, hash DESC";

/**
 * Twelve bytes of the hash, base64url: enough to tell grants of one millisecond apart, and of no use
 * to anybody else.
 */
const grantIdSql = "translate(encode(substring(t.hash FOR 12), 'base64'), '+/', '-_')";

/**
 * One cardholder's grants in order. The organization is checked outside: on a young table the planner
 * would take its index for the narrower one.
 */
function grantsOf(userId: string, range: string[]): string {
  const where = [`cardholder_id = ${userId}`, ...range].join(" AND ");
  return `(SELECT * FROM access_token WHERE ${where} ${NEWEST_FIRST} OFFSET 0)`;
}

const outcomeSql = `
  CASE WHEN t.used_at IS NOT NULL THEN 'used' WHEN t.expires_at <= now() THEN 'expired'
       ELSE 'active' END`;

const outcomeConditions: Record<AccessOutcome, string> = {
  used: "used_at IS NOT NULL",
  expired: "used_at IS NULL AND expires_at <= now()",
  // No token lives longer than three minutes: the last condition keeps the index walk short.
  active: "used_at IS NULL AND expires_at > now() AND created_at > now() - interval '10 minutes'",
};

/** Deletes up to `limit` grants older than `time`; returns how many there were. */
export async function deleteAccessBefore(time: Date, limit: number): Promise<number> {
  const where = { createdAt: { lt: time } };
  const { count } = await prisma().accessToken.deleteMany({ where, limit });
  return count;
}
