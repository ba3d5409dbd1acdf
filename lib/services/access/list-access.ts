import type { MemberCaller } from "#lib/auth/caller.ts";
import type { AccessEntry, AccessLogPage, AccessQuery } from "#lib/contract/access-log.ts";
import { type AccessRow, listAccessRows } from "#lib/storage/access-log.ts";
import { grantIdOf, readAccessCursor, writeAccessCursor } from "./access-cursor.ts";

/** A page of the issuer's access log. Throws `invalid_request` for a cursor. */
export async function listAccess({
  caller,
  query: { limit, cursor, ...selection },
}: {
  caller: MemberCaller;
  query: AccessQuery;
}): Promise<AccessLogPage> {
  const before = cursor === undefined ? undefined : readAccessCursor(cursor);
  // One more than is shown tells whether there is a next page.
  const rows = await listAccessRows(caller, { ...selection, before }, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(describe),
    nextCursor: rows.length > limit && last ? writeAccessCursor(last) : null,
  };
}

function describe({ hash, ...row }: AccessRow): AccessEntry {
  return {
    ...row,
    grantId: grantIdOf({ hash }),
    at: row.at.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
  };
}
