import type { MemberCaller } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { lastId } from "#lib/core/ids.ts";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import {
  type CardholderSummary,
  type CardholdersPage,
  type CardholdersQuery,
  LISTED_RECEIPTS,
} from "./contract-console.ts";
import { type IssuerCardholder, selectIssuerCardholders } from "./store-console.ts";

/** A page of the issuer's cardholders. Throws `invalid_request` for a cursor. */
export async function listCardholders({
  caller,
  query: { limit, cursor, search },
}: {
  caller: MemberCaller;
  query: CardholdersQuery;
}): Promise<CardholdersPage> {
  const selection = {
    before: cursor === undefined ? lastId("cardholder") : readCursor("cardholder", cursor),
    search: search === undefined ? undefined : { userIds: userIdsFrom(search), keyId: search },
  };
  // One more than is shown tells whether there is a next page.
  const rows = await selectIssuerCardholders(caller, selection, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    cardholders: await Promise.all(shown.map((row) => describeCardholder(row, LISTED_RECEIPTS))),
    nextCursor: rows.length > limit && last ? writeCursor(last.userId) : null,
  };
}

/** The stretch of ids that begin so, where one can: `g` sorts behind every digit that may follow. */
function userIdsFrom(search: string): readonly [string, string] | undefined {
  return /^usr_[0-9a-f]{0,32}$/.test(search) ? [search, `${search}g`] : undefined;
}

/** `most` is how far the receipts were counted. */
export async function describeCardholder(
  row: IssuerCardholder,
  most: number,
): Promise<CardholderSummary> {
  return {
    userId: row.userId,
    keyId: row.keyId,
    fingerprint: await fingerprintPublicKey(row.publicKey),
    registeredAt: row.registeredAt.toISOString(),
    receipts: Math.min(row.receipts, most),
    hasMoreReceipts: row.receipts > most,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
  };
}
