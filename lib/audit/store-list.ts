import type { Environment } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import type { AuditEntryRow } from "./chain.ts";
import type { AuditFilters } from "./contract.ts";
import { entryColumns } from "./store-chain.ts";

/** An entry as it is listed: with known names, and its place in the chain. */
export type ListedRow = AuditEntryRow & {
  /** Members read it, who act in no other. */
  environment: Environment | null;
  by: string | null;
  targetName: string | null;
  sequence: number | null;
  sealedAt: Date | null;
  hash: Uint8Array | null;
  previousHash: Uint8Array | null;
};

export type AuditSelection = AuditFilters & {
  /** Of one page: ids below this one. */
  before?: string | undefined;
  id?: string | undefined;
};

/** Entries of one organization, the newest first. By hand: a keyset page over millions of rows. */
export async function selectTrail(
  organizationId: string,
  selection: AuditSelection,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await pool().query<ListedRow>(trailStatement(organizationId, selection, limit));
  return rows;
}

/** Exported so that tests can EXPLAIN it. Reads the names of API keys and members of other rooms. */
export function trailStatement(
  organizationId: string,
  { id, before, from, to, environment, action, actorId, target }: AuditSelection,
  limit: number,
) {
  const values: unknown[] = [organizationId];
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(`$${values.push(value)}`)];
  const where = [
    "organization_id = $1",
    ...when(id, (value) => `id = ${value}`),
    ...when(before, (value) => `id < ${value}`),
    ...when(from, (value) => `at >= ${value}`),
    ...when(to, (value) => `at < ${value}`),
    ...when(environment, (value) => `environment = ${value}`),
    ...when(action, (value) => `action = ${value}`),
    ...when(actorId, (value) => `actor_id = ${value}`),
    ...when(target, (value) => `target = ${value}`),
    ...(isWithoutReceipts({ action, target }) ? [WITHOUT_RECEIPTS] : []),
  ];
  return {
    text: `
      SELECT ${entryColumns}, coalesce(k.name, m.email, n.name) AS by,
             coalesce(tk.name, tm.email, tn.name) AS "targetName",
             l.sequence, l.sealed_at AS "sealedAt", l.hash,
             coalesce(p.hash, b.hash) AS "previousHash"
      FROM (
        SELECT * FROM audit_entry WHERE ${where.join(" AND ")}
        ORDER BY id DESC LIMIT ${Math.trunc(limit)}) e
      LEFT JOIN audit_link l ON l.entry_id = e.id
      LEFT JOIN audit_link p
        ON p.organization_id = l.organization_id AND p.sequence = l.sequence - 1
      LEFT JOIN audit_anchor b
        ON b.organization_id = l.organization_id AND b.sequence = l.sequence - 1
      ${namesOf("e.actor_id", ["k", "m", "n"])}
      ${namesOf("e.target", ["tk", "tm", "tn"])}
      ORDER BY e.id DESC`,
    values,
  };
}

/** In the words of the partial indexes. */
const WITHOUT_RECEIPTS = "action NOT IN ('receipt.access_granted', 'receipt.opened')";

/** Whether the filters rule out grants and openings, whose targets are cardholders and payments. */
function isWithoutReceipts({ action, target }: Pick<AuditSelection, "action" | "target">): boolean {
  if (action !== undefined) return !action.startsWith("receipt.");
  return target !== undefined && !/^(usr|pay|ref)_/.test(target);
}

function namesOf(column: string, [key, member, removed]: [string, string, string]): string {
  const of = (table: string, alias: string) => `
      LEFT JOIN ${table} ${alias}
        ON ${alias}.id = ${column} AND ${alias}.organization_id = e.organization_id`;
  return of("api_key", key) + of("member", member) + of("audit_name", removed);
}
