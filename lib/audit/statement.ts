import type { AuditAction } from "#lib/core/audit.ts";
import { createId } from "#lib/core/ids.ts";
import type { Act } from "./act.ts";
import { currentOrigin } from "./origin.ts";

const columns = [
  ["id", "text"],
  ["organization_id", "text"],
  ["environment", "environment"],
  ["at", "timestamptz"],
  ["action", "text"],
  ["actor_kind", "text"],
  ["actor_id", "text"],
  ["address", "text"],
  ["device", "text"],
  ["request_id", "text"],
  ["target", "text"],
  ["before", "jsonb"],
  ["after", "jsonb"],
] as const;

type ActColumn = (typeof columns)[number][0];
type ActValues = { id: string } & Partial<Record<ActColumn, string>>;

/**
 * Records an act in the statement of the act itself, as two parts of its WITH: once for each row of `from`.
 * The values of `actValues` begin at the placeholder `$first`.
 */
export function actParts(from: string, first: number): string {
  const values = columns.map(([name, type], index) => [name, `$${first + index}::${type}`]);
  return partsOf(from, Object.fromEntries(values));
}

/**
 * The same for acts whose facts are in the rows of `from`: `values` are SQL expressions, null if there is
 * none.
 */
export function actPartsOfRows(from: string, action: AuditAction, values: ActValues): string {
  return partsOf(from, { ...values, action: `'${action}'` });
}

function partsOf(from: string, values: ActValues): string {
  const names = columns.map(([name]) => `"${name}"`);
  return `
    audited AS (
      INSERT INTO audit_entry (${names.join(", ")})
      SELECT ${columns.map(([name]) => values[name] ?? "NULL").join(", ")}
      FROM ${from} WHERE ${values.id} IS NOT NULL
      RETURNING id
    ), audit_queued AS (
      INSERT INTO audit_pending (entry_id) SELECT id FROM audited
    )`;
}

/** The actor of a row with the id of a key or member. */
export const actorOfRow = {
  actor_kind: "CASE WHEN api_key_id IS NULL THEN 'member' ELSE 'api_key' END",
  actor_id: "coalesce(api_key_id, member_id)",
};

/** In the order of the columns. The first one is null for acts that leave no entry. */
export function actValues(act: Act): (string | null)[] {
  const { organizationId, environment, actor, action, target = null, before, after } = act;
  const { address, device } = currentOrigin();
  const { entryId, requestId } = entryIds(actor);
  return [
    entryId,
    organizationId,
    environment,
    new Date().toISOString(),
    action,
    actor.kind,
    actor.kind === "visit" ? null : actor.id,
    address,
    device,
    requestId,
    target,
    before ? JSON.stringify(before) : null,
    after ? JSON.stringify(after) : null,
  ];
}

export type EntryIds = {
  /** Of a new entry; null for acts that leave no entry. */
  entryId: string | null;
  requestId: string | null;
};

/** The ids of an entry, for a statement that knows the rest. */
export function entryIds(actor: Act["actor"]): EntryIds {
  const entryId = actor.kind === "visit" ? null : createId("auditEntry");
  return { entryId, requestId: currentOrigin().requestId };
}

/** An act that has a statement of its own. */
export const RECORD_ACT = `WITH act AS (SELECT), ${actParts("act", 1)} SELECT FROM act`;
