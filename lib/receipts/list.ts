import type { Caller } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import { getCardholder } from "#lib/recipients/get-cardholder.ts";
import type { ReceiptSummary, ReceiptsPage, ReceiptsQuery } from "./contract.ts";
import { openMatch } from "./match-data.ts";
import { type StoredReceipt, selectReceipts } from "./store.ts";

/** A page of a cardholder's receipts, the newest first. Throws `not_found`, or `invalid_request` for a cursor. */
export async function listReceipts({
  caller,
  userId,
  query: { limit, cursor, from, to, deliveredFrom },
}: {
  caller: Caller;
  userId: string;
  query: ReceiptsQuery;
}): Promise<ReceiptsPage> {
  // Receipts of both kinds are one list: without its prefix an id is nothing but its time.
  const after = cursor === undefined ? LAST : readPosition(cursor);
  const end = to === undefined ? LAST : suffixOf(firstIdAt("payment", to));
  const [before = end] = [after, end].sort();
  const period = {
    atOrAfter: from ? suffixOf(firstIdAt("payment", from)) : "",
    before,
    deliveredFrom,
    // One more than the page shows tells whether there is another page.
    limit: limit + 1,
  };
  const rows = await selectReceipts(caller, userId, period);
  // Or there is no such cardholder.
  if (rows.length === 0) await getCardholder(caller, userId);
  const receipts = rows.slice(0, limit).map(withMatch);
  const last = receipts.at(-1);
  return {
    userId,
    receipts,
    nextCursor: rows.length > limit && last ? writeCursor(last.paymentId) : null,
  };
}

function withMatch({ matchData, ...receipt }: StoredReceipt): ReceiptSummary {
  return { ...receipt, match: openMatch({ id: receipt.paymentId, matchData }) };
}

const LAST = suffixOf(lastId("payment"));

function readPosition(cursor: string): string {
  return suffixOf(readCursor(["payment", "refund"], cursor));
}

function suffixOf(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
