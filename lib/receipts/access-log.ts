import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { ACCESS_LOG_DAYS } from "#lib/core/retention.ts";
import type { AccessEntry, AccessLogPage, AccessQuery } from "./contract-access.ts";
import { type AccessRow, deleteAccessBefore, selectAccessRows } from "./store-access.ts";

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
  const rows = await selectAccessRows(caller, { ...selection, before }, limit + 1);
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

type Place = { at: Date; hash: Uint8Array };

/** Enough of a hash to tell grants of one millisecond apart, and nothing to anybody else. */
const HASH_BYTES = 12;

function grantIdOf({ hash }: Pick<AccessRow, "hash">): string {
  return Buffer.from(hash).subarray(0, HASH_BYTES).toString("base64url");
}

/** Opaque to the caller: where the next page begins. */
function writeAccessCursor({ at, hash }: Place): string {
  return Buffer.from(`${at.getTime()}.${grantIdOf({ hash })}`).toString("base64url");
}

/** Throws `invalid_request`. */
function readAccessCursor(cursor: string): Place {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, time, hash] = /^(\d{1,14})\.([\w-]{16})$/.exec(text) ?? [];
  if (time && hash) return { at: new Date(Number(time)), hash: Buffer.from(hash, "base64url") };
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: "cursor: must be the nextCursor of a page before",
  });
}

/** Each batch is a transaction of its own: nobody waits long for it, and an end half way loses none. */
const BATCH = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the grants that are older than the access log is kept. */
export async function pruneAccessLog(): Promise<undefined> {
  const end = new Date(Date.now() - ACCESS_LOG_DAYS * DAY_MS);
  let deleted = BATCH;
  while (deleted === BATCH) deleted = await deleteAccessBefore(end, BATCH);
}
