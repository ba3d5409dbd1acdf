import type { MemberCaller } from "#lib/core/caller.ts";
import { decodePosition, encodePosition } from "#lib/core/cursor.ts";
import { AppError } from "#lib/core/errors.ts";
import { ACCESS_LOG_DAYS } from "#lib/core/retention.ts";
import type { AccessEntry, AccessLogPage, AccessQuery } from "./contract-access.ts";
import {
  type AccessPosition,
  deleteAccessBefore,
  selectAccessEntries,
} from "./store-access-log.ts";

/** A page of the issuer's access log. Throws `invalid_request` for a cursor. */
export async function listAccess({
  caller,
  query: { limit, cursor, ...selection },
}: {
  caller: MemberCaller;
  query: AccessQuery;
}): Promise<AccessLogPage> {
  const after = cursor === undefined ? undefined : readAccessCursor(cursor);
  // One more than the page shows tells whether there is another page.
  const found = await selectAccessEntries(caller, { ...selection, after }, limit + 1);
  const entries = found.entries.slice(0, limit);
  const last =
    found.entries.length > limit
      ? entries.at(-1)
      : found.lookedBackTo && { at: found.lookedBackTo, grantId: FIRST_GRANT_ID };
  return { entries, nextCursor: last ? writeAccessCursor(last) : null };
}

/** Sorts before all of one millisecond: a page that has looked at one of them has looked at all. */
const FIRST_GRANT_ID = "A".repeat(16);

/** Opaque to the caller: where the next page begins. */
function writeAccessCursor({ at, grantId }: Pick<AccessEntry, "at" | "grantId">): string {
  return encodePosition(`${at.getTime()}.${grantId}`);
}

/** Throws `invalid_request`. */
function readAccessCursor(cursor: string): AccessPosition {
  const text = decodePosition(cursor) ?? "";
  const [, time, grantId] = /^(\d{1,14})\.([\w-]{16})$/.exec(text) ?? [];
  if (time && grantId) {
    return { at: new Date(Number(time)), hash: Buffer.from(grantId, "base64url") };
  }
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: "cursor: must be the nextCursor of an earlier page",
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the grants that are past the access log's retention. */
export async function pruneAccessLog(): Promise<undefined> {
  await deleteAccessBefore(new Date(Date.now() - ACCESS_LOG_DAYS * DAY_MS));
}
