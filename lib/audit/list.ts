import type { SignedInMember } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { AppError } from "#lib/core/errors.ts";
import { toHex } from "./chain.ts";
import type { AuditEntry, AuditPage, AuditQuery } from "./contract.ts";
import { type ListedRow, selectTrail } from "./store-list.ts";

/** A page of the organization's trail. Throws `invalid_request` for a cursor. */
export async function listAudit({
  caller,
  query,
}: {
  caller: SignedInMember;
  query: AuditQuery;
}): Promise<AuditPage> {
  const { rows, nextCursor } = await readAuditPage({ caller, query });
  return { entries: rows.map(describeEntry), nextCursor };
}

/** The same page with the chain's fields of each entry. */
export async function readAuditPage({
  caller,
  query: { limit, cursor, ...filters },
}: {
  caller: SignedInMember;
  query: AuditQuery;
}): Promise<{ rows: ListedRow[]; nextCursor: string | null }> {
  const before = cursor === undefined ? undefined : readCursor("auditEntry", cursor);
  // One row more than the page shows whether there is another page.
  const found = await selectTrail(caller.organizationId, { ...filters, before }, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last ? writeCursor(last.id) : null };
}

/** Throws `not_found`. */
export async function getAuditEntry({
  caller,
  entryId: id,
}: {
  caller: SignedInMember;
  entryId: string;
}): Promise<AuditEntry> {
  const [row] = await selectTrail(caller.organizationId, { id }, 1);
  if (row) return describeEntry(row);
  throw new AppError("not_found", { message: "No such entry in your audit trail" });
}

function describeEntry({ hash, ...row }: ListedRow): AuditEntry {
  return { ...row, hash: toHex(hash) };
}
