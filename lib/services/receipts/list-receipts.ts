import type { Caller } from "#lib/auth/caller.ts";
import type { ReceiptsPage, ReceiptsQuery } from "#lib/contract/receipts.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { firstIdAt } from "#lib/ids/create-id.ts";
import { END, readCursor, writeCursor } from "#lib/services/payments/payment-cursor.ts";
import { findCardholder } from "#lib/storage/cardholders.ts";
import { listReceiptRows } from "#lib/storage/receipts.ts";

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
  const after = cursor === undefined ? END : readCursor(cursor);
  const cardholder = await findCardholder(caller, userId);
  if (!cardholder) throw new AppError("not_found", { message: "No such user" });

  const [before = END] = [after, to ? firstIdAt("payment", to) : END].sort();
  const rows = await listReceiptRows(caller, cardholder.id, {
    atOrAfter: from ? firstIdAt("payment", from) : "",
    before,
    // One more than is shown tells whether there is a next page.
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    userId,
    receipts: shown.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    nextCursor: rows.length > limit && last ? writeCursor(last.paymentId) : null,
  };
}
