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

/**
 * Writes an act down in the statement of the act itself, as two parts of its WITH: once for each row of
 * `from`. The values of `actValues` begin at the placeholder `$first`.
 */
export function actParts(from: string, first: number): string {
  return partsOf(
    from,
    columns.map(([, type], index) => `$${first + index}::${type}`),
  );
}

/** The same for many acts in one statement, which `from` has as the columns of `actNames`. */
export function actPartsOfRows(from: string): string {
  return partsOf(from, actNames);
}

/** The columns of acts beside others, in the order of `actValues`. */
export const actNames = columns.map(([name]) => `act_${name}`);

/** For `unnest`: a list of each column, from the placeholder `$first`. */
export function actLists(first: number): string {
  return columns.map(([, type], index) => `$${first + index}::${type}[]`).join(", ");
}

function partsOf(from: string, values: readonly string[]): string {
  const names = columns.map(([name]) => `"${name}"`);
  return `
    audited AS (
      INSERT INTO audit_entry (${names.join(", ")}) SELECT ${values.join(", ")}
      FROM ${from} WHERE ${values[0]} IS NOT NULL
      RETURNING id
    ), audit_queued AS (
      INSERT INTO audit_pending (entry_id) SELECT id FROM audited
    )`;
}

/** In the order of the columns. The first one is null for what leaves nothing in a trail. */
export function actValues(act: Act): (string | null)[] {
  const { organizationId, environment, actor, action, target = null, before, after } = act;
  const { requestId, address, device } = currentOrigin();
  const isVisit = actor.kind === "visit";
  return [
    isVisit ? null : createId("auditEntry"),
    organizationId,
    environment,
    new Date().toISOString(),
    action,
    actor.kind,
    isVisit ? null : actor.id,
    act.withoutOrigin ? null : address,
    act.withoutOrigin ? null : device,
    requestId,
    target,
    before ? JSON.stringify(before) : null,
    after ? JSON.stringify(after) : null,
  ];
}

/** An act that has a statement of its own. */
export const RECORD_ACT = `WITH act AS (SELECT), ${actParts("act", 1)} SELECT FROM act`;
