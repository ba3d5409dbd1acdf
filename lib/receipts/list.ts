import { getCardholder } from "#lib/cards/get-cardholder.ts";
import type { Caller } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import type { ReceiptsPage, ReceiptsQuery } from "./contract.ts";
import { selectReceipts } from "./store.ts";

/** A page of a cardholder's receipts, newest first. Throws `not_found`, or `invalid_request` for a cursor. */
export async function listReceipts({
  caller,
  userId,
  query: { limit, cursor, from, to },
}: {
  caller: Caller;
  userId: string;
  query: ReceiptsQuery;
}): Promise<ReceiptsPage> {
  const last = lastId("payment");
  const after = cursor === undefined ? last : readCursor("payment", cursor);
  const cardholder = await getCardholder(caller, userId);
  const [before = last] = [after, to ? firstIdAt("payment", to) : last].sort();
  const rows = await selectReceipts(caller, cardholder.id, {
    atOrAfter: from ? firstIdAt("payment", from) : "",
    before,
    // One more than is shown tells whether there is a next page.
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const oldest = shown.at(-1);
  return {
    userId,
    receipts: shown.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    nextCursor: rows.length > limit && oldest ? writeCursor(oldest.paymentId) : null,
  };
}
