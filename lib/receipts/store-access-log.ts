import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import { type AccessEntry, type AccessOutcome, GRANTS_LOOKED_AT } from "./contract-access.ts";

/** Where a page begins: after the entry with this time and hash, of which the first bytes are enough. */
export type AccessPosition = { at: Date; hash: Uint8Array };

export type AccessSelection = {
  userId?: string | undefined;
  outcome?: AccessOutcome | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  after?: AccessPosition | undefined;
};

type FoundEntries = {
  entries: AccessEntry[];
  /** When the oldest grant was created that was looked at, where there may be older ones that match. */
  lookedBackTo?: Date | undefined;
};

/**
 * Grants of the organization, newest first. Without a cardholder, it examines the latest `GRANTS_LOOKED_AT`
 * of them. By hand: a keyset page over millions of rows.
 */
export async function selectAccessEntries(
  tenant: Tenant,
  selection: AccessSelection,
  limit: number,
): Promise<FoundEntries> {
  const { rows: entries } = await pool().query<AccessEntry>(
    accessStatement(tenant, selection, limit),
  );
  const hasSeenAll = selection.outcome === undefined || selection.userId !== undefined;
  if (entries.length === limit || hasSeenAll) return { entries };

  const { source, values } = lookAt(tenant, selection);
  const { rows } = await pool().query<{ at: Date }>(
    `SELECT t.created_at AS at FROM ${source} t OFFSET ${GRANTS_LOOKED_AT - 1} LIMIT 1`,
    values,
  );
  return { entries, lookedBackTo: rows[0]?.at };
}

/** Exported so that tests can EXPLAIN it. Reads the names of API keys and members of other rooms. */
export function accessStatement(tenant: Tenant, selection: AccessSelection, limit: number) {
  const { source, values } = lookAt(tenant, selection);
  const ofOutcome = selection.outcome ? outcomeConditions[selection.outcome] : "true";
  return {
    text: `
      SELECT ${grantIdSql} AS "grantId", t.created_at AS at, t.expires_at AS "expiresAt",
             t.cardholder_id AS "userId", t.key_id AS "keyId", t.payment_id AS "paymentId",
             ${outcomeSql} AS outcome, t.used_at AS "usedAt", t.used_for AS "usedFor",
             t.used_address AS "usedAddress", coalesce(k.name, m.email) AS by,
             t.api_key_id AS "apiKeyId", t.member_id AS "memberId", t.address,
             t.consent_method AS consent
      FROM (
        SELECT * FROM ${source} t WHERE ${ofOutcome}
        ORDER BY t.created_at DESC, t.hash DESC LIMIT ${Math.trunc(limit)}) t
      LEFT JOIN api_key k ON k.id = t.api_key_id AND k.organization_id = t.organization_id
      LEFT JOIN member m ON m.id = t.member_id AND m.organization_id = t.organization_id
      ORDER BY t.created_at DESC, t.hash DESC`,
    values,
  };
}

/**
 * Twelve bytes of the hash, base64url: enough to tell grants of one millisecond apart, and useless as a token.
 */
const grantIdSql = "translate(encode(substring(t.hash FOR 12), 'base64'), '+/', '-_')";

/**
 * The grants among which an outcome is looked for, in order. Of one cardholder's, the organization is checked
 * outside: on a young table the planner would take its index for the narrower one.
 */
function lookAt(
  { organizationId, environment }: Tenant,
  { userId, outcome, from, to, after }: AccessSelection,
) {
  const values: unknown[] = [organizationId, environment];
  const put = (value: unknown) => `$${values.push(value)}`;
  const when = <T>(value: T | undefined, condition: (value: T) => string) =>
    value === undefined ? [] : [condition(value)];
  const range = [
    ...when(from, (time) => `created_at >= ${put(time)}`),
    ...when(to, (time) => `created_at < ${put(time)}`),
    ...when(after, ({ at, hash }) => `(created_at, hash) < (${put(at)}, ${put(hash)}::bytea)`),
    ...(outcome === "active" ? [mayBeActive] : []),
  ];
  const walk = (conditions: string[], end: string) => `
    (SELECT * FROM access_token WHERE ${[...conditions, ...range].join(" AND ")}
     ORDER BY created_at DESC ${end})`;
  const ofTenant = ["organization_id = $1", "environment = $2"];
  const source =
    userId === undefined
      ? walk(ofTenant, `FETCH FIRST ${GRANTS_LOOKED_AT} ROWS WITH TIES`)
      : `(SELECT * FROM ${walk([`cardholder_id = ${put(userId)}`], "OFFSET 0")} t
          WHERE ${ofTenant.join(" AND ")})`;
  return { source, values };
}

const outcomeSql = `
  CASE WHEN t.used_at IS NOT NULL THEN 'used' WHEN t.expires_at <= now() THEN 'expired'
       ELSE 'active' END`;

const outcomeConditions: Record<AccessOutcome, string> = {
  used: "used_at IS NOT NULL",
  expired: "used_at IS NULL AND expires_at <= now()",
  active: "used_at IS NULL AND expires_at > now()",
};

/** No token lives longer than three minutes. */
const mayBeActive = "created_at > now() - interval '10 minutes'";

/** Deletes the grants older than `time`. */
export async function deleteAccessBefore(time: Date): Promise<void> {
  // Unordered: the index on the time is a BRIN.
  await deleteInSteps("access_token", "created_at < $1", time);
}
