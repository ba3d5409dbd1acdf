import type { Caller, MemberCaller } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { lastId } from "#lib/core/ids.ts";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import type { UsersPage, UsersQuery } from "./contract.ts";
import type { CardholdersPage, CardholdersQuery } from "./contract-console.ts";
import { selectUsers } from "./store.ts";
import { selectCardholderPage } from "./store-console.ts";

/** A page of the issuer's cardholders, for the API. Throws `invalid_request` for a cursor. */
export async function listUsers({
  caller,
  query: { limit, cursor },
}: {
  caller: Caller;
  query: UsersQuery;
}): Promise<UsersPage> {
  const before = cursor === undefined ? lastId("cardholder") : readCursor("cardholder", cursor);
  // One more than the page shows tells whether there is another page.
  const rows = await selectUsers(caller, { before, limit: limit + 1 });
  const users = rows.slice(0, limit);
  const last = users.at(-1);
  return { users, nextCursor: rows.length > limit && last ? writeCursor(last.userId) : null };
}

/** The same page for the console, with what it shows of each. Throws `invalid_request` for a cursor. */
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
  const rows = await selectCardholderPage(caller, selection, limit + 1);
  const cardholders = rows.slice(0, limit);
  const last = cardholders.at(-1);
  return {
    cardholders: await Promise.all(cardholders.map(withFingerprint)),
    nextCursor: rows.length > limit && last ? writeCursor(last.userId) : null,
  };
}

/** The range of ids that begin with the search, if any can: `g` sorts after every hex digit. */
function userIdsFrom(search: string): readonly [string, string] | undefined {
  return /^usr_[0-9a-f]{0,32}$/.test(search) ? [search, `${search}g`] : undefined;
}

export async function withFingerprint<Row extends { publicKey: string }>(
  row: Row,
): Promise<Row & { fingerprint: string[] }> {
  return { ...row, fingerprint: await fingerprintPublicKey(row.publicKey) };
}
