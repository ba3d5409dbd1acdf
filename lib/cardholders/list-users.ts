import type { Caller } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { lastId } from "#lib/core/ids.ts";
import type { UsersPage, UsersQuery } from "./contract.ts";
import { selectUsers } from "./store.ts";

/** A page of the issuer's cardholders. Throws `invalid_request` for a cursor. */
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
