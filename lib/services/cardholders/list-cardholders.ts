import type { MemberCaller } from "#lib/auth/caller.ts";
import {
  type CardholdersPage,
  type CardholdersQuery,
  LISTED_RECEIPTS,
} from "#lib/contract/cardholders.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { isId } from "#lib/ids/create-id.ts";
import { LAST_ID, listIssuerCardholders } from "#lib/storage/issuer-cardholders.ts";
import { describeCardholder } from "./describe-cardholder.ts";

/** A page of the issuer's cardholders. Throws `invalid_request` for a cursor. */
export async function listCardholders({
  caller,
  query: { limit, cursor, search },
}: {
  caller: MemberCaller;
  query: CardholdersQuery;
}): Promise<CardholdersPage> {
  const selection = {
    before: cursor === undefined ? LAST_ID : readCursor(cursor),
    search: search === undefined ? undefined : { userIds: userIdsFrom(search), keyId: search },
  };
  // One more than is shown tells whether there is a next page.
  const rows = await listIssuerCardholders(caller, selection, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    cardholders: await Promise.all(shown.map((row) => describeCardholder(row, LISTED_RECEIPTS))),
    nextCursor: rows.length > limit && last ? Buffer.from(last.userId).toString("base64url") : null,
  };
}

/** The stretch of ids that begin so, where one can: `g` sorts behind every digit that may follow. */
function userIdsFrom(search: string): readonly [string, string] | undefined {
  return /^usr_[0-9a-f]{0,32}$/.test(search) ? [search, `${search}g`] : undefined;
}

function readCursor(cursor: string): string {
  const userId = Buffer.from(cursor, "base64url").toString();
  if (isId("cardholder", userId)) return userId;
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: "cursor: must be the nextCursor of a page before",
  });
}
